import { z } from 'zod'
import { body } from './body.ts'
import { Device } from './device.ts'
import { optional } from './fields.ts'
import { Instrument, InstrumentAttributes } from './instrument.ts'
import { present } from '../domain/present.ts'

/** PUT …/instrument: a whole instrument, flat or wrapped, perhaps with the device. */
export const PutInstrumentRequest = body(
  z
    .object({ instrument: optional(Instrument), device: optional(Device) })
    .refine(({ instrument, device }) => instrument ?? device, 'must have an instrument')
    .meta({ id: 'PutInstrumentRequest', minProperties: 1 }),
  { bring: wrapped },
)

/** PATCH …/instrument: any attributes, flat or wrapped: `{ "cvv": "123" }`. */
export const PatchInstrumentRequest = body(
  z
    .object({ instrument: optional(InstrumentAttributes), device: optional(Device) })
    .refine(
      ({ instrument = {}, device }) => device ?? Object.keys(instrument).length > 0,
      'must have at least one attribute of the instrument',
    )
    .meta({ id: 'PatchInstrumentRequest', minProperties: 1 }),
  { bring: wrapped },
)

/** A flat instrument may have the device beside its attributes. */
function wrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('instrument' in value) return value
  const { device, ...instrument } = value as Record<string, unknown>
  const isEmpty = Object.keys(instrument).length === 0
  return { ...present({ device }), ...(!isEmpty && { instrument }) }
}
