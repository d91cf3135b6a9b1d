/** Stands for a worker: says that it is ready and stays. */
console.log(JSON.stringify({ level: 30, msg: 'worker ready' }))
setInterval(() => undefined, 60_000)
process.once('SIGTERM', () => process.exit(0))
