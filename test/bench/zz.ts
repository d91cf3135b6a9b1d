import { createShop } from './shop.ts'
import { closedLoop } from './measure.ts'
import { randomUUID } from 'node:crypto'
import { writeFileSync, rmSync } from 'node:fs'
import { launchStack } from '../../src/stack/launch.ts'
import { cpuMs } from './costs.ts'
rmSync('/tmp/px',{recursive:true,force:true})
const prof = process.env.NOHOOK ? { NODE_OPTIONS: "--import /tmp/nohook.mjs" } : {}
const stack = await launchStack({ home:'/tmp/px', apis:1, workers:Number(process.env.WORKERS ?? 2), quiet:true, env:{ SANDBOX_DELAY_MS:'0', LOG_LEVEL:'warn', RATE_LIMIT_PER_SECOND:'100000', ...prof }})
const shop = await createShop(stack.info)
await closedLoop(8, 40, () => shop.completed(randomUUID()))
const names = stack.processes.map(p=>p.name)
const cpu = () => names.map(n => cpuMs(stack.process(n).pid ?? 0))
const one = await closedLoop(1, 60, () => shop.completed(randomUUID()))
const oneSale = await closedLoop(1, 60, () => shop.sale(randomUUID()))
const a = cpu()
const m = await closedLoop(32, 400, () => shop.completed(randomUUID()))
const b = cpu()
console.log('1 client p50 completed', one.p50.toFixed(0), 'answer', oneSale.p50.toFixed(0))
console.log('32 clients per s', m.perSecond.toFixed(1), 'p50', m.p50.toFixed(0))
console.log(names.map((n,i)=>`${n} ${((b[i]!-a[i]!)/400).toFixed(1)}`).join('  '))
writeFileSync('/tmp/prof/stop','')
await new Promise(r=>setTimeout(r,3000))
await stack.stop()
