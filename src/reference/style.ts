import { font, fontFace } from '../look/font.ts'
import { look } from '../look/look.ts'

/** Where the documents have the font of all pages. */
export const FONT = `/docs/${font.file}`

/** The look of the documents: that of all pages, on a desk and on a phone. */
export const style = `${fontFace(FONT)}${look}
* { box-sizing: border-box }
html { scroll-padding-top: 4rem }
body { margin: 0; font: 1rem/1.6 var(--sans); color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.skip { position: absolute; left: -99rem } .skip:focus { left: .5rem; top: .5rem; z-index: 2; padding: .5rem 1rem; background: var(--paper) }
.bar { position: sticky; top: 0; z-index: 1; display: flex; gap: 1.25rem; align-items: center; padding: .625rem 1.25rem; background: var(--bar) }
.bar a { color: #fff; min-height: 1.75rem } .bar .brand { flex: 1; font-weight: 700; text-decoration: none } .bar a:focus-visible { outline-color: #fff }
main { min-width: 0; padding: 1rem 1.25rem 4rem }
article > :is(p, ul, ol) { max-width: 52rem }
h1 { margin: .5rem 0; font-size: 1.75rem; line-height: 1.25 } h2 { margin: 2.25rem 0 .5rem; font-size: 1.25rem } h3 { margin: 1.25rem 0 .5rem; font-size: 1rem }
pre { position: relative; overflow-x: auto; margin: .5rem 0; padding: 1rem; border-radius: 10px; background: var(--tint); font-size: .8125rem; line-height: 1.5; overflow-wrap: normal }
code { font-family: var(--mono); font-size: .9em } pre code { font-size: 1em }
.scroll { overflow-x: auto } .scroll code { overflow-wrap: normal }
table { border-collapse: collapse } td, th { padding: .375rem 1rem .375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: normal }
tr:target, :target > td { background: var(--tint) }
.place { margin: 0 0 1rem } .verb { font: 700 .6875rem var(--mono); letter-spacing: .02em }
.verb.get { color: var(--get) } .verb.post { color: var(--post) } .verb.put { color: var(--put) } .verb.patch { color: var(--patch) } .verb.delete { color: var(--delete) }
.path .verb { font-size: 1em }
.operations { list-style: none; padding: 0 } .operations li { padding: .375rem 0; border-bottom: 1px solid var(--line) }
.members { list-style: none; margin: 0; padding: 0 } .members .members { margin: .25rem 0 .25rem .25rem; padding-left: .875rem; border-left: 2px solid var(--line) }
.members li { padding: .5rem 0; border-bottom: 1px solid var(--line) } .members li:last-child { border-bottom: 0 } .members p { margin: .125rem 0; font-size: .9375rem }
.name { font-weight: 600 } .type, .hint { color: var(--soft); font-size: .8125rem } .needed { color: var(--put); font-size: .8125rem; font-weight: 600 }
summary { cursor: pointer } .members summary::marker { color: var(--soft) }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0 } legend { padding: 0; margin-bottom: .25rem; font-weight: 600 }
.tabs > input { position: absolute; opacity: 0 } .tabs > label { display: inline-block; padding: .25rem .75rem; border-radius: 8px 8px 0 0; font-size: .875rem; cursor: pointer; color: var(--soft) }
.tabs > input:checked + label { background: var(--tint); color: var(--ink); font-weight: 600 } .tabs > input:focus-visible + label { outline: 3px solid var(--accent) }
.tabs pre { margin-top: 0; border-top-left-radius: 0 } .panel { display: none }
#in-curl:checked ~ .in-curl, #in-TypeScript:checked ~ .in-TypeScript, #in-PHP:checked ~ .in-PHP, #in-Python:checked ~ .in-Python { display: block }
.copy { flex: none; align-self: start; margin: .5rem .5rem 0 0; padding: .125rem .625rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: var(--ink); font: .75rem var(--sans); cursor: pointer }
.with-copy { display: flex; margin: .5rem 0; border-radius: 10px; background: var(--tint) } .with-copy pre { flex: 1; min-width: 0; margin: 0; background: none }
.tabs .with-copy { margin-top: 0; border-top-left-radius: 0 }
nav { padding: 1rem 1.25rem 3rem; border-top: 1px solid var(--line); font-size: .9375rem }
nav h2 { margin: 1.25rem 0 .25rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft) }
nav ul { list-style: none; margin: 0; padding: 0 } nav li a { display: block; padding: .25rem .5rem; border-radius: 6px; color: inherit; text-decoration: none }
nav li a:hover, nav li a[aria-current] { background: var(--tint) } nav li a[aria-current] { font-weight: 600; color: var(--accent) }
nav details { margin: .125rem 0 } nav summary { padding: .25rem 0; font-weight: 600 } nav li .verb { display: inline-block; min-width: 2.75rem }
#search input { width: 100%; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: 8px; font: inherit; color: inherit; background: var(--paper) }
#search label { font-size: .875rem } #found small { display: block; color: var(--soft) } #search p { margin: .25rem 0; font-size: .875rem; color: var(--soft) }
.note { padding: .75rem 1rem; border-radius: 10px; background: var(--tint) }
.try { margin-top: 1.5rem; padding: 1rem; border: 1px solid var(--line); border-radius: 10px } .try h2 { margin-top: 0 } .try p { margin: .5rem 0 }
.try label { display: block; font-size: .875rem } .try :is(input, select, textarea) { width: 100%; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: 8px; font: inherit; color: inherit; background: var(--paper) }
.try textarea { font: .8125rem/1.5 var(--mono) } .try button { min-height: 2.75rem; padding: .375rem 1.5rem; border: 0; border-radius: 8px; background: var(--bar); color: #fff; font: 600 1rem var(--sans); cursor: pointer }
.try output { display: block; margin-top: .75rem } kbd { padding: 0 .375rem; border: 1px solid var(--line); border-radius: 4px; font-size: .75rem; color: var(--soft) }
@media (max-width: 40rem) {
  /* Few columns stand below each other; many are scrolled to. */
  .scroll table:not(:has(th:nth-child(5))) :is(thead, tbody, tr, td) { display: block }
  .scroll table:not(:has(th:nth-child(5))) th { display: inline-block; border: 0; font-size: .8125rem; color: var(--soft) }
  .scroll table:not(:has(th:nth-child(5))) td { padding: .125rem 0; border: 0 }
  .scroll table:not(:has(th:nth-child(5))) tr { padding: .5rem 0; border-bottom: 1px solid var(--line) }
}
@media (min-width: 62rem) {
  .frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr) } .to-menu { display: none }
  nav { grid-column: 1; grid-row: 1; position: sticky; top: 3.25rem; align-self: start; height: calc(100vh - 3.25rem); overflow-y: auto; border-top: 0; border-right: 1px solid var(--line) }
  main { grid-column: 2; padding: 1.5rem 2.5rem 4rem }
}
@media (min-width: 80rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr); gap: 0 2.5rem }
  .shown { position: sticky; top: 4rem; align-self: start; max-height: calc(100vh - 5rem); overflow-y: auto; padding-right: .25rem }
}
`
