/** How each piece of the kit looks; wide tables scroll in a box of their own, and are cards on a phone. */
export const style = `*,::before,::after{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);overflow-wrap:anywhere}
a{color:var(--accent)}
h1{font-size:var(--title);line-height:1.25;letter-spacing:-.015em;margin:0 0 1rem}
h2{font-size:var(--large);letter-spacing:-.01em;margin:0 0 .75rem}
h3{font-size:1rem;margin:1rem 0 .5rem}
p{margin:0 0 .75rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-100vw;top:0;padding:.75rem 1rem;background:var(--paper)}
.skip:focus{left:0;z-index:1}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top{background:var(--paper);border-bottom:1px solid var(--line)}
.bar{padding:.625rem 1.25rem;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}
.bar p{margin:0}
.brand{font-weight:700;letter-spacing:-.01em;color:inherit;text-decoration:none;display:inline-flex;gap:.5rem;align-items:center}
.brand::before{content:'';width:1.125rem;height:1.125rem;border-radius:5px;background:linear-gradient(135deg,var(--accent) 55%,var(--accent-soft) 55%)}
.bar .who{margin-left:auto;color:var(--soft);font-size:var(--text)}
.search{flex:1 1 16rem;max-width:36rem;display:flex;gap:.5rem;align-items:center}
.search label{margin:0;white-space:nowrap;font-weight:400;color:var(--soft)}
.search input:not([type=checkbox]){min-height:2.25rem;background:var(--ground)}
tr:has(.row-link){position:relative}
.row-link::after{content:'';position:absolute;inset:0}
tr:has(.row-link) :is(a,button):not(.row-link){position:relative;z-index:1}
tbody tr:has(.row-link):hover{background:var(--tint)}
.langs a{display:inline-block;padding:.25rem .5rem;min-width:1.75rem}
.langs a[aria-current]{font-weight:700;text-decoration:none}
.test{background:var(--calm-tint);color:var(--calm);padding:.25rem .75rem;border-radius:999px;font-size:var(--small)}
.menu ul{margin:0;padding:.375rem .75rem;display:flex;gap:.125rem;list-style:none;overflow-x:auto}
.menu a{display:block;padding:.4375rem .75rem;border-radius:8px;text-decoration:none;white-space:nowrap;color:inherit;font-size:var(--text)}
.menu a:hover{background:var(--tint)}
.menu a[aria-current]{background:var(--tint);color:var(--accent);font-weight:600}
.menu{background:var(--paper);border-bottom:1px solid var(--line)}
main{max-width:76rem;margin:0 auto;padding:1.25rem 1rem 3rem}
main.narrow{max-width:32rem}
@media (min-width:64rem){.frame{display:grid;grid-template-columns:13.5rem minmax(0,1fr);min-height:calc(100vh - 3.75rem)}
.frame .menu{border:0;border-right:1px solid var(--line)}
.frame .menu ul{flex-direction:column;padding:1rem .75rem;position:sticky;top:0}
.frame main{width:100%;padding:1.75rem 2rem 4rem}}
.card{background:var(--paper);border:1px solid var(--line);border-radius:var(--round);padding:1.25rem;margin:0 0 1.25rem}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:1rem;margin:0 0 1.25rem}
.grid .card{margin:0}
.figure{font-size:var(--figure);line-height:1.2;font-weight:650;letter-spacing:-.02em;margin:0 0 .25rem;font-variant-numeric:tabular-nums}
.soft{color:var(--soft)}
.scroll{position:relative;overflow-x:auto;max-width:100%}
table{border-collapse:collapse;width:100%;font-size:var(--text)}
caption{text-align:left;font-weight:600;padding:0 0 .5rem}
th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:normal}
th{color:var(--soft);font-weight:600;font-size:var(--small)}
thead th{border-top:0}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td .nowrap{white-space:nowrap}
dl.facts{margin:0}
dl.facts div{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;padding:.375rem 0;border-top:1px solid var(--line)}
dl.facts div:first-child{border-top:0}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere;min-width:0}
.tag{display:inline-block;padding:.125rem .625rem;border-radius:999px;background:var(--calm-tint);color:var(--calm);font-size:var(--small);white-space:nowrap}
.tag.good{background:var(--good-tint);color:var(--good)}
.tag.bad{background:var(--bad-tint);color:var(--bad)}
.alert{border-left:4px solid var(--bad);background:var(--bad-tint);padding:.75rem 1rem;border-radius:8px;margin:0 0 1.25rem}
.alert.good{border-color:var(--good);background:var(--good-tint)}
.alert p:last-child{margin:0}
form.stack{display:grid;gap:1rem;margin:0 0 1rem}
form.filter{display:grid;gap:.75rem 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));align-items:end}
form.inline{display:inline}
.row{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center}
label,legend{display:block;font-weight:600;font-size:var(--text);margin:0 0 .25rem;padding:0}
label.check{display:flex;gap:.5rem;align-items:flex-start;font-weight:400;margin:0 0 .375rem}
label.check input{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--accent)}
fieldset{border:0;margin:0;padding:0;min-width:0}
.hint{margin:.25rem 0 0;font-size:var(--small);color:var(--soft)}
input:not([type=checkbox]),select,textarea{width:100%;min-height:2.75rem;padding:.375rem .75rem;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--field);border-radius:8px}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.375rem 1rem;font:inherit;font-weight:600;text-decoration:none;color:var(--accent);background:transparent;border:1px solid var(--accent);border-radius:8px;cursor:pointer}
button.primary,.button.primary{color:var(--on-accent);background:var(--accent)}
button.danger,.button.danger{color:var(--bad);border-color:var(--bad)}
button.small,.button.small{min-height:2rem;padding:.125rem .625rem;font-size:var(--small)}
code,.secret{font-family:var(--mono);font-size:var(--text);overflow-wrap:anywhere}
.columns{columns:14rem;column-gap:1.5rem}
.columns .check{break-inside:avoid}
button.copy{margin:.5rem 0 0}
.secret{display:block;padding:.75rem 1rem;background:var(--tint);border-radius:8px;user-select:all}
ol.codes{columns:2;padding-left:1.5rem;font-family:var(--mono)}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:var(--small)}
ol.line{list-style:none;margin:0;padding:0 0 0 1rem;border-left:2px solid var(--line)}
ol.line li{position:relative;padding:0 0 .75rem}
ol.line li::before{content:'';position:absolute;left:-1.375rem;top:.45rem;width:.625rem;height:.625rem;border-radius:50%;background:var(--accent)}
figure.chart{margin:0 0 1rem;min-height:17rem;overflow:hidden}
figure.chart:empty{display:none}
.chart .uplot,.chart .u-legend{font-family:var(--sans)}
.u-legend{font-size:var(--small);color:var(--soft);text-align:left}
.u-legend .u-value{color:var(--ink);font-variant-numeric:tabular-nums}
.u-legend th{border:0;padding:.125rem .375rem .125rem 0}
.u-legend td{border:0;padding:.125rem 1rem .125rem 0}
.u-select{background:var(--tint)}
meter{width:100%;min-width:5rem;height:.875rem}
.chips{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1rem;align-items:center}
.chip{display:inline-flex;align-items:center;min-height:2.25rem;padding:.25rem .875rem;border:1px solid var(--line);border-radius:999px;background:var(--paper);color:var(--ink);font-size:var(--text);text-decoration:none;cursor:pointer;list-style:none}
.chip::-webkit-details-marker{display:none}
summary.chip::after{content:'';width:.375rem;height:.375rem;margin-left:.625rem;border:solid var(--soft);border-width:0 1.5px 1.5px 0;transform:translateY(-25%) rotate(45deg)}
.chip:hover{border-color:var(--accent)}
.chip[aria-current],.chip[data-on]{background:var(--tint);border-color:var(--accent);color:var(--accent);font-weight:600}
.chip-box{position:relative}
.chip-box .panel{position:absolute;z-index:2;top:calc(100% + .375rem);left:0;width:18rem;padding:1rem;display:grid;gap:.75rem;background:var(--paper);border:1px solid var(--line);border-radius:var(--round);box-shadow:0 12px 32px rgb(0 0 0/.18)}
.sides{display:grid;gap:0 1.25rem;align-items:start}
.sides>*{min-width:0}
@media (min-width:80rem){.sides{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}
.preview{--page:var(--accent);max-width:20rem;margin:0 auto 1rem;padding:1.25rem;border:1px solid var(--line);border-radius:1.25rem;background:var(--ground)}
.preview li{padding:.625rem .875rem;border:1px solid var(--line);border-radius:8px;background:var(--paper)}
.preview[data-font=serif]{font-family:Charter,'Bitstream Charter',Cambria,Georgia,serif}
.preview[data-font=rounded]{font-family:ui-rounded,'SF Pro Rounded',Quicksand,Nunito,system-ui,sans-serif}
.preview-logo{max-width:100%}
.preview-shop{font-weight:600;color:var(--soft)}
.preview-pay{margin:0;padding:.75rem;border-radius:8px;background:var(--page);color:white;text-align:center;font-weight:600}
input.short:not([type=checkbox]){width:4.5rem;min-height:2.25rem}
.row .check{flex:1}
input[type=color]:not([type=checkbox]){width:4.5rem;padding:.25rem}
.grid.wide{grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}
svg.timeline{display:block;width:100%;max-width:22rem;height:auto;margin:0 0 1rem}
svg.timeline .way{stroke:var(--accent);stroke-width:2}
svg.timeline .way.ahead{stroke:var(--soft);stroke-dasharray:4 4}
svg.timeline .dot{fill:var(--accent);stroke:var(--accent);stroke-width:2}
svg.timeline .dot.good{fill:var(--good);stroke:var(--good)}
svg.timeline .dot.bad{fill:var(--bad);stroke:var(--bad)}
svg.timeline .dot.ahead{fill:var(--paper);stroke:var(--soft)}
svg.timeline text{fill:var(--ink);font-size:14px}
svg.timeline .when,svg.timeline .between{fill:var(--soft);font-size:12px}
img.code{width:12rem;max-width:100%;height:auto;border-radius:8px;border:1px solid var(--line)}
ul.plain{list-style:none;margin:0 0 1rem;padding:0;display:grid;gap:.5rem}
details summary{cursor:pointer;color:var(--accent);padding:.25rem 0}
@media (max-width:40rem){.chip-box[open]{flex:1 1 100%}.chip-box .panel{position:static;width:auto;margin:.5rem 0 0;box-shadow:none}
table.cards,.cards tbody,.cards tr,.cards td{display:block}
.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards tr{border:1px solid var(--line);border-radius:var(--round);padding:.5rem .875rem;margin:0 0 .75rem;background:var(--paper)}
.cards td{display:flex;justify-content:space-between;gap:1rem;border:0;padding:.25rem 0;text-align:right;white-space:normal;overflow-wrap:anywhere}
.cards td:empty{display:none}
.cards td[data-label]::before{content:attr(data-label);color:var(--soft);font-size:var(--small);text-align:left;flex:none;max-width:50%}
.cards tr:has(.row-link){position:relative}}
`
