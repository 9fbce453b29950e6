import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { type Execution, SendError, type SendOptions, sendAtom } from './atoms.ts'

/** Returns functions to send a request and to cancel it; unmounting cancels as well. */
export function useSendRequest(setRun: (run: Execution | undefined) => void) {
  const send = useSetAtom(sendAtom)
  const ending = useRef<AbortController>(undefined)
  const latest = useRef(setRun)
  useEffect(() => {
    latest.current = setRun
  })
  useEffect(() => {
    return () => {
      if (!ending.current) return
      ending.current.abort()
      latest.current(undefined)
    }
  }, [])
  const start = async (sending: Omit<SendOptions, 'signal'>) => {
    ending.current?.abort()
    const mine = new AbortController()
    ending.current = mine
    latest.current({ state: 'sending' })
    const done = (run: Execution | undefined) => {
      if (ending.current !== mine) return
      ending.current = undefined
      latest.current(run)
    }
    const { method, url } = sending.built
    const host = URL.canParse(url) ? new URL(url).host : ''
    try {
      const { answer, taken } = await send({ ...sending, signal: mine.signal })
      done({ state: 'done', answer, method, host, taken })
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      done(mine.signal.aborted ? undefined : { state: 'failed', attempts: error.attempts, host })
    }
  }
  const stop = () => {
    const mine = ending.current
    ending.current = undefined
    mine?.abort()
    latest.current(undefined)
  }
  return { start, stop }
}
