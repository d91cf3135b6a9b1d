import { at } from './samples.ts'
import type { ExamplesById } from './samples.ts'

const linkId = 'xkqzmxwpfhabnvtrsycdjglqewuaopli'
const link = {
  linkId,
  url: `https://pay.example/pay/l/${linkId}`,
  status: 'ACTIVE',
  amount: 25,
  currency: 'PLN',
  description: 'A ticket',
  uses: 1,
  paid: 0,
  open: 0,
  collect: [],
  createdAt: at,
}

export const linkExamples: ExamplesById = {
  createLink: {
    requests: {
      'One payment of a fixed amount': { amount: 25, currency: 'PLN', description: 'A ticket' },
      'Donations: any number, and the payer says how much': {
        minAmount: 5,
        maxAmount: 5000,
        currency: 'PLN',
        description: 'For the shelter',
        uses: 'unlimited',
        collect: ['name'],
      },
      'Ten places, until the evening': {
        amount: 80,
        currency: 'PLN',
        description: 'A workshop',
        uses: 10,
        expiresAt: '2099-01-01T18:00:00Z',
      },
    },
    answer: link,
  },
  listLinks: { answer: { links: [link] } },
  getLink: { answer: link },
  changeLink: { requests: { 'End it': { status: 'ENDED' } }, answer: { ...link, status: 'ENDED' } },
  getLinkCode: { answer: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37">…</svg>' },
}
