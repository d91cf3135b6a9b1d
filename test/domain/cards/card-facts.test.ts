import { describe, expect, test } from 'vitest'
import { createBinTable } from '../../../src/domain/cards/bin-table.ts'
import { cardFactsOf } from '../../../src/domain/cards/card-facts.ts'
import type { BinFile } from '../../../src/domain/cards/read-bin-file.ts'
import { readBinFile } from '../../../src/domain/cards/read-bin-file.ts'

const { file } = readBinFile(
  `low,high,scheme,funding,issuer,country,pan_lengths,transfer
   453201,453201,VISA,prepaid,Listed Bank,SE,16,slow
   650031,650031,DISCOVER,credit,Moved Bank,BR,,`,
) as { file: BinFile }
const table = createBinTable(file.rows)
const outside = (number: string) => cardFactsOf(number, { table, onlyListed: false })
const sandbox = (number: string) => cardFactsOf(number, { table, onlyListed: true })

describe('outside the sandbox', () => {
  test('the file tells what it knows', () => {
    expect(outside('4532015112830366')).toEqual({
      organization: 'VISA',
      cardType: 'PREPAID',
      issuer: 'Listed Bank',
      issuerCountry: 'SE',
      transferAllowed: true,
      fastTransfer: false,
    })
  })
  test('a card that the file does not list is of its brand, and the rest is unknown', () => {
    expect(outside('5425233430109903')).toEqual({
      organization: 'MASTERCARD',
      transferAllowed: false,
      fastTransfer: false,
    })
  })
  test('the file goes before the compiled brands', () => {
    expect(outside('6500310000000000')).toMatchObject({ organization: 'DISCOVER' })
  })
  test.each(['9999990000000000', '453201511283036', '6500340000000000000000'])(
    '%s is nobody’s',
    (number) => expect(outside(number)).toBeUndefined(),
  )
})

test('the sandbox takes nothing but what its file lists', () => {
  expect(sandbox('4532015112830366')).toBeDefined()
  expect(sandbox('4000000000001000')).toBeUndefined()
})
