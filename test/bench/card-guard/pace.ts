import { holdsCardNumber } from '../../../src/domain/cards/card-number-in-text.ts'

/** The texts of a usual create: what the guard costs a request. */
const TEXTS = [
  'ORD-2026-000184467',
  'Zamówienie nr ORD-2026-000184467: buty, 2 szt.; kurtka',
  'payer@example.com',
  'Jan Kowalski',
  'ul. Długa 12/4',
  '00-950',
  'Warszawa',
  'https://shop.example/return?order=184467',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  '0c9e2b7a-3f41-4d1e-8c55-670000000000',
]
const ROUNDS = 5_000

export function measurePace(): string {
  const run = (rounds: number): void => {
    for (let round = 0; round < rounds; round += 1) TEXTS.forEach(holdsCardNumber)
  }
  run(ROUNDS)
  const started = process.cpuUsage()
  run(ROUNDS)
  return `${(process.cpuUsage(started).user / ROUNDS).toFixed(1)} µs for the ${String(TEXTS.length)} texts of a create`
}
