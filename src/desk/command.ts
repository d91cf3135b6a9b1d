import type { z } from 'zod'
import type { OperatorRole } from '../postgres/operators.ts'
import { wrongUsage } from './failure.ts'

/** Who has proved who they are, and where the command was given. */
export interface Caller {
  by: string
  origin: string
}

/** What came of a command: for programs, and the same in words. */
export interface Answer {
  value: unknown
  text: string
  /** It was carried out, and somebody has to look at what it found. */
  needsLook?: boolean
}

interface Definition<Input extends z.ZodObject> {
  /** As it is typed: `payment refund`. */
  name: string
  description: string
  /** Who may give it. */
  role: OperatorRole
  /** What moves money, or gives the power to, needs two. */
  people: 'one' | 'two'
  /** Why so many people are enough. */
  because: string
  /** It works on files that only that machine has, or says who operators are: no port serves it. */
  isBesideDatabase?: true
  /** Each member says what it is for. */
  input: Input
  /** The members that the command line takes by their place; the others are options. */
  takes: readonly (keyof z.input<Input> & string)[]
  examples: readonly z.input<Input>[]
  carryOut(input: z.output<Input>, caller: Caller): Promise<Answer>
}

/** Something that operators can do: whoever offers it derives from this how. */
export interface DeskCommand extends Omit<Definition<z.ZodObject>, 'carryOut'> {
  carryOut(given: unknown, caller: Caller): Promise<Answer>
}

/** A command whose input is read by its schema before anything happens. */
export const deskCommand = <Input extends z.ZodObject>(
  definition: Definition<Input>,
): DeskCommand => ({
  ...definition,
  carryOut: async (given, caller) =>
    definition.carryOut(readInput(definition.input, given), caller),
})

type Rule = Pick<DeskCommand, 'role' | 'people' | 'because'>

/** Whoever has the role may do it alone. */
export const one = (role: OperatorRole, because: string): Rule => ({ role, people: 'one', because })

/** Whoever has the role asks, and another person does it by agreeing. */
export const two = (role: OperatorRole, because: string): Rule => ({ role, people: 'two', because })

function readInput<Input extends z.ZodObject>(schema: Input, given: unknown): z.output<Input> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => [...path, message].join(': '))
  throw wrongUsage(problems.join('\n'))
}
