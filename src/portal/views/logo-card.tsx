import { ButtonForm, Card, Field, Form } from '../../kit/parts.tsx'
import type { Visit } from '../route.ts'

interface Props {
  visit: Visit
  action: string
  logo: string | undefined
}

/** The logo as it stands, another in its place, or none. */
export function LogoCard({ visit, action, logo }: Props) {
  const { looks } = visit.t
  return (
    <Card title={looks.logo}>
      {logo !== undefined && (
        <p class="row">
          <img class="preview-logo" src={logo} alt={looks.logo} height="40" />
          <ButtonForm visit={visit} action={`${action}/remove`} label={looks.logoRemove} />
        </p>
      )}
      <Form visit={visit} action={action} uploads>
        <Field
          label={looks.logoFile}
          name="picture"
          type="file"
          required
          accept="image/png,image/jpeg,image/webp"
          hint={looks.logoHint}
        />
        <button>{looks.logoUpload}</button>
      </Form>
    </Card>
  )
}
