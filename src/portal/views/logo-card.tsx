import { ButtonForm, Card, Form } from '../../kit/parts.tsx'
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
          <ButtonForm {...{ visit, action: `${action}/remove`, label: looks.logoRemove }} />
        </p>
      )}
      <Form {...{ visit, action, uploads: true }}>
        <div>
          <label for="field-picture">{looks.logoFile}</label>
          <input
            {...{ id: 'field-picture', name: 'picture', type: 'file', required: true }}
            accept="image/png,image/jpeg,image/webp"
            aria-describedby="field-picture-hint"
          />
          <p class="hint" id="field-picture-hint">
            {looks.logoHint}
          </p>
        </div>
        <button>{looks.logoUpload}</button>
      </Form>
    </Card>
  )
}
