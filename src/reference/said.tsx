import { Html } from './html.tsx'
import { inline } from './markdown-to-html.tsx'

/** A description of ours, which is written in Markdown, inside of a sentence. */
export const Said = ({ text }: { text: string }) => <Html tag="span" html={inline(text)} />
