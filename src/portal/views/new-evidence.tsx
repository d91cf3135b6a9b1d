import { fileTypes } from '../../domain/dispute/evidence-file.ts'
import { helpfulEvidence } from '../../domain/dispute/helpful-evidence.ts'
import { evidenceKinds } from '../../domain/dispute/words.ts'
import type { DisputeReason } from '../../domain/dispute/words.ts'
import { Card, Field, Form, Select } from '../../kit/parts.tsx'
import type { Visit } from '../route.ts'

const MOST_CHARACTERS = 20_000

interface Props {
  visit: Visit
  reason: DisputeReason
  /** Of the dispute. */
  path: string
}

/** What helps most in such a dispute comes first. */
function KindSelect({ visit, reason, id }: Omit<Props, 'path'> & { id: string }) {
  const { t, fields } = visit
  const strongest = helpfulEvidence[reason]
  const kinds = [...strongest, ...evidenceKinds.filter((kind) => !strongest.includes(kind))]
  return (
    <Select
      label={t.disputes.addKind}
      name="kind"
      value={fields['kind']}
      id={id}
      options={kinds.map((kind) => [kind, t.disputes.kinds[kind]] as const)}
    />
  )
}

export function NewEvidence({ visit, reason, path }: Props) {
  const { t, fields } = visit
  return (
    <Card title={t.disputes.add}>
      <Form visit={visit} action={`${path}/evidence`}>
        <KindSelect visit={visit} reason={reason} id="field-kind" />
        <div>
          <label for="field-text">{t.disputes.addText}</label>
          <textarea
            id="field-text"
            name="text"
            rows={6}
            required
            maxLength={MOST_CHARACTERS}
            aria-describedby="field-text-hint"
          >
            {fields['text'] ?? ''}
          </textarea>
          <p class="hint" id="field-text-hint">
            {t.disputes.addHint}
          </p>
        </div>
        <button class="primary">{t.disputes.put}</button>
      </Form>
    </Card>
  )
}

export function NewFile({ visit, reason, path }: Props) {
  const { disputes } = visit.t
  return (
    <Card title={disputes.addFile}>
      <Form visit={visit} action={`${path}/file`} uploads>
        <KindSelect visit={visit} reason={reason} id="field-file-kind" />
        <Field
          label={disputes.chooseFile}
          name="file"
          type="file"
          required
          accept={fileTypes.join(',')}
          hint={disputes.fileHint}
        />
        <button>{disputes.putFile}</button>
      </Form>
    </Card>
  )
}
