import pg from 'pg'

/**
 * A connection whose loss ends no process. Postgres may end one at any moment, also between the hand-over
 * of a pool and the first query: whoever waits for an answer is told, and whoever asks next is.
 */
export class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', ignore)
  }
}

const ignore = (): void => undefined
