import { look } from './look.ts'
import { style } from './style.ts'

/** The look of operators' pages: that of all pages, denser, and fit for print. */
export const pageStyle = `${look}${style}
body{font-size:.9375rem}
header,main{max-width:72rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:28px}
.id{margin:0;color:var(--soft);font-family:var(--mono);font-size:13px}
h1,h2{overflow-wrap:anywhere}h1{margin:2px 0 12px;font-size:30px;letter-spacing:-.01em}
h2{margin:0 0 10px;font-size:18px}h3{margin:18px 0 6px;font-size:14px;color:var(--soft)}
section{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:18px 20px;margin:0 0 16px}
dl{display:flex;flex-wrap:wrap;gap:6px 32px;margin:0 0 18px}dt{color:var(--soft);font-size:12px}dd{margin:0}
.pill{white-space:nowrap;font-size:14px;vertical-align:middle;padding:3px 12px;border-radius:99px;background:var(--tint);color:var(--soft)}
.pill.COMPLETED,.pill.SETTLED{background:var(--good-tint);color:var(--good)}
.pill.REJECTED,.pill.ERROR{background:var(--bad-tint);color:var(--bad)}
.pill.PENDING,.pill.NEW{background:var(--calm-tint);color:var(--calm)}
.checks{list-style:none;margin:12px 0 0;padding:0}
.views li{padding:3px 0}
.checks li{padding:6px 12px;border-left:4px solid var(--line);margin:4px 0;background:var(--ground)}
.checks .good{border-color:var(--good)}.checks .bad{border-color:var(--bad);background:var(--bad-tint)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13px}
th{text-align:left;color:var(--soft);font-weight:500;border-bottom:1px solid var(--line);padding:4px 12px 4px 0}
td{border-bottom:1px solid var(--line);padding:4px 12px 4px 0;vertical-align:top;overflow-wrap:break-word}
.none{color:var(--soft);margin:4px 0}
pre{overflow:auto;max-height:480px;background:var(--ground);border:1px solid var(--line);border-radius:6px;padding:10px;font-size:12px}
summary{cursor:pointer;margin:10px 0;color:var(--accent)}a{color:var(--accent)}
form{display:flex;flex-wrap:wrap;gap:8px}
input,select{flex:1;min-width:0;padding:8px 10px;border:1px solid var(--field);border-radius:6px;font:inherit;background:var(--paper);color:inherit}
button{padding:8px 16px;border:0;border-radius:6px;background:var(--accent);color:var(--on-accent);font:inherit;cursor:pointer}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(200px,100%),1fr));gap:10px 16px;margin:0 0 10px}
.fields p{margin:0;display:flex;flex-direction:column;gap:3px;justify-content:flex-end}
.fields label{color:var(--soft);font-size:13px}.fields .end{grid-column:1/-1;flex-flow:row wrap;justify-content:start;align-items:center;gap:14px}
nav{display:flex;flex-wrap:wrap;gap:6px 22px;align-items:center;padding:8px 24px;background:var(--paper);color:var(--ink);border-bottom:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;list-style:none;margin:0;padding:0;flex:1}
nav a{color:inherit;text-decoration:none;padding:4px 0}nav a[aria-current]{color:var(--accent);font-weight:600;box-shadow:0 2px var(--accent)}
nav a:hover{text-decoration:underline}nav form{align-items:center}nav span{font-size:13px}
button.plain{background:none;color:inherit;border:1px solid var(--field);padding:4px 12px}
.actions{list-style:none;display:flex;flex-wrap:wrap;gap:8px 12px;margin:0;padding:0}
.actions li{border:1px solid var(--line);border-radius:6px;padding:6px 12px}.actions .none{font-size:12px}
p.good{color:var(--good);white-space:pre-line}p.bad{color:var(--bad);white-space:pre-line}
td .pill{font-size:12px;padding:1px 8px}.figure{font-size:16px;margin:0 0 10px}
.chart{display:block;width:100%;max-width:820px;height:auto;font-size:13px;margin:0 0 12px}
.chart rect{fill:var(--accent)}.chart rect.behind{fill:var(--accent-soft)}.chart rect.good{fill:var(--good)}.chart rect.bad{fill:var(--bad)}
.chart line{stroke:var(--field)}.chart text{fill:var(--ink)}
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
@media print{body{background:none}section{border:0;padding:0}details{display:none}}
`
