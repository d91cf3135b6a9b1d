import { createHash } from 'node:crypto'

/** The colours of the payment page; wide tables scroll in their own box, and nothing needs a script. */
const content = `:root{color-scheme:light dark;--ink:#16202c;--soft:#56616e;--line:#d9dee5;--field:#7a8694;
--paper:#fff;--ground:#f3f5f7;--tint:#eef4f4;--accent:#0c5f63;--on-accent:#fff;--good:#13693c;
--good-tint:#e4f4ea;--bad:#a32018;--bad-tint:#fdeceb;--calm:#5b5210;--calm-tint:#fbf4d4;
font:1rem/1.5 system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a6b1bd;--line:#2e3944;--field:#7f8c99;
--paper:#172029;--ground:#0e151c;--tint:#1b2a31;--accent:#63c7c4;--on-accent:#04211f;--good:#7fd6a4;
--good-tint:#14301f;--bad:#ff9d95;--bad-tint:#3a1a18;--calm:#e6d680;--calm-tint:#2f2a10}}
*,::before,::after{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
a{color:var(--accent)}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.125rem;margin:0 0 .75rem}
h3{font-size:1rem;margin:1rem 0 .5rem}
p{margin:0 0 .75rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-100vw;top:0;padding:.75rem 1rem;background:var(--paper)}
.skip:focus{left:0;z-index:1}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top{background:var(--paper);border-bottom:1px solid var(--line)}
.bar{max-width:72rem;margin:0 auto;padding:.75rem 1rem;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}
.bar p{margin:0}
.brand{font-weight:700}
.who{margin-left:auto;color:var(--soft);font-size:.9375rem}
.search{flex:1 1 100%;max-width:40rem;display:flex;gap:.5rem;align-items:center}
.search label{margin:0;white-space:nowrap;font-weight:400;color:var(--soft)}
.search input{min-height:2.25rem}
tr:has(.row-link){position:relative}
.row-link::after{content:'';position:absolute;inset:0}
tbody tr:has(.row-link):hover{background:var(--tint)}
.langs a{display:inline-block;padding:.25rem .5rem;min-width:1.75rem}
.langs a[aria-current]{font-weight:700;text-decoration:none}
.test{background:var(--calm-tint);color:var(--calm);padding:.25rem .75rem;border-radius:999px;font-size:.875rem}
.menu ul{max-width:72rem;margin:0 auto;padding:0 1rem .5rem;display:flex;flex-wrap:wrap;gap:.25rem;list-style:none}
.menu a{display:block;padding:.375rem .75rem;border-radius:8px;text-decoration:none}
.menu a[aria-current]{background:var(--tint);font-weight:600}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 3rem}
main.narrow{max-width:32rem}
.card{background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:1.25rem;margin:0 0 1.25rem}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:1rem;margin:0 0 1.25rem}
.grid .card{margin:0}
.figure{font-size:1.5rem;font-weight:650;margin:0;font-variant-numeric:tabular-nums}
.soft{color:var(--soft)}
.scroll{position:relative;overflow-x:auto;max-width:100%}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption{text-align:left;font-weight:600;padding:0 0 .5rem}
th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:normal}
th{color:var(--soft);font-weight:600}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td .nowrap{white-space:nowrap}
dl.facts{margin:0}
dl.facts div{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;padding:.375rem 0;border-top:1px solid var(--line)}
dl.facts div:first-child{border-top:0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere;min-width:0}
.tag{display:inline-block;padding:.125rem .625rem;border-radius:999px;background:var(--calm-tint);color:var(--calm);font-size:.875rem;white-space:nowrap}
.tag.good{background:var(--good-tint);color:var(--good)}
.tag.bad{background:var(--bad-tint);color:var(--bad)}
.alert{border-left:4px solid var(--bad);background:var(--bad-tint);padding:.75rem 1rem;border-radius:8px;margin:0 0 1.25rem}
.alert.good{border-color:var(--good);background:var(--good-tint)}
.alert p:last-child{margin:0}
form.stack{display:grid;gap:1rem;margin:0 0 1rem}
form.filter{display:grid;gap:.75rem 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));align-items:end}
form.inline{display:inline}
.row{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center}
label,legend{display:block;font-weight:600;font-size:.9375rem;margin:0 0 .25rem;padding:0}
label.check{display:flex;gap:.5rem;align-items:flex-start;font-weight:400;margin:0 0 .375rem}
label.check input{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--accent)}
fieldset{border:0;margin:0;padding:0;min-width:0}
.hint{margin:.25rem 0 0;font-size:.875rem;color:var(--soft)}
input:not([type=checkbox]),select{width:100%;min-height:2.75rem;padding:.375rem .75rem;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--field);border-radius:8px}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.375rem 1rem;font:inherit;font-weight:600;text-decoration:none;color:var(--accent);background:transparent;border:1px solid var(--accent);border-radius:8px;cursor:pointer}
button.primary,.button.primary{color:var(--on-accent);background:var(--accent)}
button.danger,.button.danger{color:var(--bad);border-color:var(--bad)}
button.small,.button.small{min-height:2rem;padding:.125rem .625rem;font-size:.875rem}
code,.secret{font-family:ui-monospace,'Cascadia Mono',Menlo,monospace;font-size:.9375rem;overflow-wrap:anywhere}
.secret{display:block;padding:.75rem 1rem;background:var(--tint);border-radius:8px;user-select:all}
ol.codes{columns:2;padding-left:1.5rem;font-family:ui-monospace,Menlo,monospace}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}
ol.line{list-style:none;margin:0;padding:0 0 0 1rem;border-left:2px solid var(--line)}
ol.line li{position:relative;padding:0 0 .75rem}
ol.line li::before{content:'';position:absolute;left:-1.375rem;top:.45rem;width:.625rem;height:.625rem;border-radius:50%;background:var(--accent)}
svg.chart{display:block;width:100%;height:auto;max-height:14rem}
svg.chart .bar-mark{fill:var(--accent)}
svg.chart .axis{stroke:var(--line)}
svg.share{display:block;width:100%;min-width:6rem;height:.75rem}
svg.share .whole{fill:var(--line)}
svg.share .bar-mark{fill:var(--accent)}
svg.timeline{display:block;width:100%;max-width:22rem;height:auto;margin:0 0 1rem}
svg.timeline .way{stroke:var(--accent);stroke-width:2}
svg.timeline .way.ahead{stroke:var(--soft);stroke-dasharray:4 4}
svg.timeline .dot{fill:var(--accent);stroke:var(--accent);stroke-width:2}
svg.timeline .dot.good{fill:var(--good);stroke:var(--good)}
svg.timeline .dot.bad{fill:var(--bad);stroke:var(--bad)}
svg.timeline .dot.ahead{fill:var(--paper);stroke:var(--soft)}
svg.timeline text{fill:var(--ink);font-size:14px}
svg.timeline .when,svg.timeline .between{fill:var(--soft);font-size:12px}
img.code{width:12rem;height:auto;border-radius:8px;border:1px solid var(--line)}
ul.plain{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.5rem}
details summary{cursor:pointer;color:var(--accent);padding:.25rem 0}
`

const version = createHash('sha256').update(content).digest('hex').slice(0, 12)

/** Its path changes with it, so that browsers may keep it for ever. */
export const style = { path: `/portal/assets/portal.${version}.css`, content }
