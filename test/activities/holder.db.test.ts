import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHolderActivities } from '../../activities/holder.ts'
import { execute, maybeOne } from '../../src/postgres/db.ts'
import { createBeats } from '../../src/postgres/processes/beats.ts'
import { startBeating } from '../../worker/start-beating.ts'
import { freshDatabase } from '../support/database.ts'

async function start() {
  const { pool: db } = await freshDatabase()
  const beats = createBeats(db)
  return { db, beats, ...createHolderActivities({ beats }) }
}

const age = `update process_beat set at = at - interval '10 minutes'`

test('a process lives from its first beat until it stops', async () => {
  const { beats, holderLives } = await start()
  const stop = startBeating(beats, 'api-one')
  expect(await holderLives('api-one')).toBe(true)
  await stop()
  expect(await holderLives('api-one')).toBe(false)
})

test('a process that says nothing while it is watched is gone', async () => {
  const { db, beats, holderLives } = await start()
  await beats.beat('api-one')
  await execute(db, age)
  expect(await holderLives('api-one')).toBe(false)
  expect(await holderLives('api-unheard-of')).toBe(false)
})

test('an old beat is followed by another when only the database was away', async () => {
  const { db, beats, holderLives } = await start()
  await beats.beat('api-one')
  await execute(db, age)
  const lives = holderLives('api-one')
  await sleep(600)
  await beats.beat('api-one')
  expect(await lives).toBe(true)
})

test('who stops clears away those that died without a word', async () => {
  const { db, beats } = await start()
  await beats.beat('api-dead')
  await execute(db, `update process_beat set at = at - interval '2 hours'`)
  await beats.beat('api-one')
  await beats.beat('api-two')
  await beats.end('api-two')
  const left = await maybeOne(db, `select string_agg(queue, ',') as queues from process_beat`)
  expect(left).toEqual({ queues: 'api-one' })
})
