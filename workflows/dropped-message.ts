import type { Message } from '../src/domain/actor/message.ts'

/** An operator lets a held payment go on. */
export const isResume = (message: Message): boolean =>
  message.type === 'command' && message.command.name === 'resume'

/** The same, and gives up the message that it was held for. */
export const isDrop = (message: Message | undefined): message is Message =>
  message?.type === 'command' &&
  message.command.name === 'resume' &&
  (message.command as { drop?: boolean }).drop === true

/** What is left of a message that was given up: the answer of a call is an unknown one now. */
export const remainsOf = (message: Message): Message[] =>
  message.type === 'result'
    ? [
        {
          ...message,
          id: `${message.id}/dropped`,
          outcome: { type: 'unknown', because: 'noAnswer' },
        },
      ]
    : []
