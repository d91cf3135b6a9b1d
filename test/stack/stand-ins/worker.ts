/** Stands for a worker: says that it is ready and stays. */
process.stdout.write(`${JSON.stringify({ level: 30, msg: 'worker ready' })}\n`)
setInterval(() => undefined, 60_000)
process.once('SIGTERM', () => process.exit(0))
