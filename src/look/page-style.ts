import { look } from './look.ts'
import { style } from './style.ts'

/** Of operators' pages and incidents: what only they have, and print. */
export const ownStyle = `.id{margin:0;color:var(--soft);font-family:var(--mono);font-size:var(--small)}
h1 .tag{vertical-align:middle;font-weight:400;letter-spacing:0}
.heads{margin:0 0 1.25rem}
.heads dl.facts{display:flex;flex-wrap:wrap;gap:.375rem 2rem}
.heads dl.facts div{display:block;border:0;padding:0}.heads dt{font-size:var(--small)}
.checks{list-style:none;margin:.75rem 0;padding:0}
.checks li{padding:.375rem .75rem;border-left:4px solid var(--line);margin:.25rem 0;background:var(--ground)}
.checks .good{border-color:var(--good)}.checks .bad{border-color:var(--bad);background:var(--bad-tint)}
.none{color:var(--soft);margin:.25rem 0}
.dense table{font-size:var(--small)}.dense th,.dense td{padding:.25rem .75rem .25rem 0}
.dense pre{overflow:auto;max-height:30rem;background:var(--ground);border:1px solid var(--line);border-radius:6px;padding:.625rem}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(12rem,100%),1fr));gap:.75rem 1rem;align-items:end}
.fields p{margin:0}.fields .end{grid-column:1/-1;display:flex;flex-wrap:wrap;align-items:center;gap:1rem}
.actions{list-style:none;display:flex;flex-wrap:wrap;gap:.5rem .75rem;margin:0;padding:0}
.actions .none{font-size:var(--small)}
p.good{color:var(--good);white-space:pre-line}p.bad{color:var(--bad);white-space:pre-line}
.story text{fill:var(--ink)}
.story{width:100%;height:auto;font-size:12.5px}
.story .party{font-weight:600;font-size:14px}.story .lane{stroke:var(--line);stroke-width:2}
.story .time{fill:var(--soft);font-family:var(--mono);font-size:11.5px}
.story .since{fill:var(--soft);font-size:11px}
.story line.pause{stroke:var(--line);stroke-dasharray:2 5}.story text.pause{fill:var(--soft);font-style:italic}
.story .arrow line{stroke:var(--soft);stroke-width:1.4}.story marker path{fill:var(--soft)}
.story .arrow text{fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:4px}
.story .arrow.good line{stroke:var(--good)}.story marker.good path{fill:var(--good)}
.story .arrow.bad line{stroke:var(--bad)}.story marker.bad path{fill:var(--bad)}.story .arrow.bad text{fill:var(--bad)}
.story .step rect{fill:var(--tint);stroke:var(--line)}.story .step.good rect{fill:var(--good-tint);stroke:var(--good)}
.story .step.bad rect{fill:var(--bad-tint);stroke:var(--bad)}.story .step.waiting rect{fill:var(--calm-tint);stroke:var(--calm)}
@media print{body{background:none}.card{border:0;padding:0}details,.top,.menu{display:none}}
`

/** The whole look of a page that is complete in itself. */
export const pageStyle = `${look}${style}${ownStyle}`
