/** One thing that was looked at: what was found, and what to do where it is not as it should be. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'wrong'
  found: string
  mend?: string
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })

export const wrong = (check: string, found: string, mend: string): Finding => ({
  check,
  state: 'wrong',
  found,
  mend,
})

export const warning = (check: string, found: string, mend: string): Finding => ({
  check,
  state: 'warning',
  found,
  mend,
})
