export interface Bank {
  provider: 'BM' | 'PA'
  bank: string
  bankId: number
  name: string
  available: boolean
}

export const banks: Bank[] = [
  { provider: 'BM', bank: 'SIMBANK', bankId: 1, name: 'Simulated Bank', available: true },
  { provider: 'BM', bank: 'OTHERBANK', bankId: 2, name: 'Other Bank', available: true },
  { provider: 'BM', bank: 'CLOSEDBANK', bankId: 3, name: 'Closed Bank', available: false },
]

const colours = ['#1f6feb', '#2da44e', '#8b949e']

/** A bank's sign: its first letter on its colour. */
export function bankIcon({ bankId, name }: Bank): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${name}"><rect width="64" height="64" rx="12" fill="${colours[bankId - 1]}"/><text x="32" y="44" font-family="sans-serif" font-size="36" text-anchor="middle" fill="#fff">${name[0]}</text></svg>`
}
