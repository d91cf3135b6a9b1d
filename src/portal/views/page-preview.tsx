import { Card } from '../../kit/parts.tsx'
import type { Texts } from '../texts/texts.ts'

interface Props {
  t: Texts
  shop: string
  colour: string
  logo: string | undefined
  note: string | undefined
  font: string | undefined
  methods: readonly string[]
  shown: readonly string[]
}

/** What a payer will see, in small; `browser/looks.js` changes it with the form, before anything is saved. */
export function PagePreview({ t, shop, colour, logo, note, font, methods, shown }: Props) {
  const all = [...shown, ...methods.filter((method) => !shown.includes(method))]
  return (
    <Card title={t.looks.preview}>
      <div class="preview" data-preview={colour} data-font={font ?? ''} aria-hidden="true">
        {logo !== undefined && <img class="preview-logo" src={logo} alt="" height="40" />}
        <p class="preview-shop">{shop}</p>
        <p class="figure">99,99 zł</p>
        <ul class="plain">
          {all.map((method) => (
            <li key={method} data-method={method} hidden={!shown.includes(method)}>
              {t.methods[method] ?? method}
            </li>
          ))}
        </ul>
        <p class="soft" data-note>
          {note}
        </p>
        <p class="preview-pay">{t.looks.pay}</p>
      </div>
      <p class="soft">{t.looks.previewAbout}</p>
    </Card>
  )
}
