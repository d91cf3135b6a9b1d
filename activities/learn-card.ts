import type { CardData } from '../src/connectors/acquirer.ts'
import type { LearntFacts } from '../src/domain/cards/card-facts.ts'
import type { Deps } from './deps.ts'

/** For the next card of the same issuer; a charge neither waits nor fails for it. */
export async function learnCard(
  { cardBook, log }: { cardBook: Pick<Deps['cardBook'], 'learn'>; log: Pick<Deps['log'], 'warn'> },
  { number, isNetworkToken, cryptogram }: CardData,
  facts: LearntFacts | undefined,
  source = 'acquirer',
): Promise<void> {
  // The number of a token belongs to the network and not to the issuer.
  if (!facts || isNetworkToken || cryptogram !== undefined) return
  try {
    await cardBook.learn(number, facts, source)
  } catch (error) {
    log.warn({ error }, 'what an acquirer told of a card could not be kept')
  }
}
