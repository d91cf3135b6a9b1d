interface Props {
  tag: 'a' | 'article' | 'span'
  html: string
  href?: string
}

/** What the writer of Markdown has made: it lets no markup of a text through. Nothing else may come here. */
export const Html = ({ tag: Tag, html, href }: Props) => (
  <Tag {...(href !== undefined && { href })} dangerouslySetInnerHTML={{ __html: html }} />
)
