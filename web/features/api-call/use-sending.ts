import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { type Run, type Sending, sendAtom } from './atoms.ts'

/** A deed that sends and one that gives up; leaving the screen gives up as well. */
export function useSending(setRun: (run: Run | undefined) => void) {
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
  const start = async (sending: Omit<Sending, 'signal'>) => {
    ending.current?.abort()
    const mine = new AbortController()
    ending.current = mine
    latest.current({ state: 'sending' })
    const done = (run: Run | undefined) => {
      if (ending.current !== mine) return
      ending.current = undefined
      latest.current(run)
    }
    try {
      const answer = await send({ ...sending, signal: mine.signal })
      done({ state: 'done', answer, method: sending.built.method })
    } catch (error) {
      done(mine.signal.aborted ? undefined : { state: 'failed', error, way: sending.way })
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
