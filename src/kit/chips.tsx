import type { ComponentChildren } from 'preact'

interface ChoiceProps {
  label: string
  choices: readonly { text: string; href: string; isOn: boolean }[]
  /** More of the kind, such as a chip that opens. */
  children?: ComponentChildren
}

/** One of a few, each a link. */
export const Choices = ({ label, choices, children }: ChoiceProps) => (
  <nav class="chips" aria-label={label}>
    {choices.map(({ text, href, isOn }) => (
      <a key={href} class="chip" href={href} aria-current={isOn ? 'true' : undefined}>
        {text}
      </a>
    ))}
    {children}
  </nav>
)

interface ChipProps {
  title: string
  /** What is chosen; nothing is said of a chip that is not in use. */
  value?: string | undefined
  children: ComponentChildren
}

/** A chip that opens: one at a time, without scripts. */
export const Chip = ({ title, value, children }: ChipProps) => (
  <details class="chip-box" name="chips">
    <summary class="chip" data-on={value === undefined ? undefined : 'yes'}>
      {value === undefined ? title : `${title}: ${value}`}
    </summary>
    <div class="panel">{children}</div>
  </details>
)
