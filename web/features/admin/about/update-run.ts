import { atom } from 'jotai'
import { ApiError, api, getErrorMessage } from '#web/lib/api.ts'
import { queryAtom } from '#web/lib/query.ts'
import { uploadOptions } from '#web/lib/upload.ts'

/** What the server knows about updates, without asking the update address. */
export type UpdateState = Awaited<ReturnType<typeof api.adminUpdate.state>>

/** The state of updates. */
export const updateStateAtom = queryAtom(() => api.adminUpdate.state())

/** The steps that a person sees, in their order. Source: specification 5. */
export const runSteps = ['download', 'replace', 'database', 'reload'] as const

/** A step that a person sees. */
type RunStep = (typeof runSteps)[number]

/** An update that this window watches. */
export interface UpdateRun {
  step: RunStep
  /** What the server is doing within the step, and how many bytes of how many have arrived. */
  state: UpdateState | undefined
  /** Seconds until the page is loaded again. */
  seconds: number
  /** Why it failed; undefined while it runs. */
  error: string | undefined
}

/** The update that this window watches; undefined when there is none. */
export const updateRunAtom = atom<UpdateRun | undefined>(undefined)

// A download over a slow line.
const callMs = 60 * 60_000
const pollMs = 1000
// A large database is copied and migrated; the server gives the new version as long as that takes.
const restartMs = 20 * 60_000
// Source: specification 9.
const reloadSeconds = 7

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && ['offline', 'stopping', 'internal'].includes(error.errorName)

/** The update failed, and the server has said why. */
class UpdateFailed extends Error {}

/** Returns the state; undefined while the server restarts. */
const readState = () => api.adminUpdate.state({}, { isBackground: true }).catch(() => undefined)

/**
 * Runs a call that takes long. When the connection does not last as long, as behind a proxy with its own limit, it
 * watches the server until the step has ended.
 */
async function runLong(call: () => Promise<unknown>, onState: (state: UpdateState) => void): Promise<void> {
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await wait(pollMs)
      const state = await readState()
      if (state && !isOver) onState(state)
    }
  })()
  try {
    await call()
  } catch (error) {
    if (!isGone(error)) throw error
    for (;;) {
      const state = await readState()
      if (state?.error) throw new UpdateFailed(state.error)
      if (state && (state.step === '' || state.step === 'restart')) break
      await wait(pollMs)
    }
  } finally {
    isOver = true
    await watching
  }
}

/** Waits until the server answers as the version that an update has ended with. */
async function waitForEnd(version: string, startedAt: number, onState: (state: UpdateState) => void): Promise<void> {
  const endsMs = Date.now() + restartMs
  while (Date.now() < endsMs) {
    const state = await readState()
    if (state) onState(state)
    const { last } = state ?? {}
    const isNew = last && last.to === version && last.time >= startedAt
    if (state?.step === '' && isNew && last.outcome === 'installed') return
    if (state?.step === '' && isNew) throw new UpdateFailed(last.error)
    await wait(pollMs / 2)
  }
  throw new UpdateFailed('')
}

/**
 * Installs the newest version: downloads it unless it is there, replaces the program, checks the database, and loads the
 * page again. The steps are in `updateRunAtom`; the first that fails ends it.
 */
export const installAtom = atom(null, async (_get, set) => {
  const show = (change: Partial<UpdateRun>) =>
    set(updateRunAtom, (run) => ({
      step: 'download',
      state: undefined,
      seconds: reloadSeconds,
      error: undefined,
      ...run,
      ...change,
    }))
  set(updateRunAtom, undefined)
  show({ step: 'download' })
  const onState = (state: UpdateState) => show({ state })
  try {
    let state = await api.adminUpdate.state()
    if (!state.is_prepared && state.step === '') {
      await runLong(() => api.adminUpdate.download({}, { timeoutMs: callMs }), onState)
      state = await api.adminUpdate.state()
    }
    show({ step: 'replace', state })
    // the clocks of both machines may differ: compare the server's with itself
    const startedAt = (state.last?.time ?? 0) + 1
    if (state.step === '') {
      await runLong(() => api.adminUpdate.updateFiles({}, { timeoutMs: callMs }), onState)
    }
    await waitForEnd(state.new_version, startedAt, onState)
    show({ step: 'database' })
    const { is_current } = await api.update.checkDb()
    if (!is_current) throw new UpdateFailed('')
    for (let seconds = reloadSeconds; seconds > 0; seconds--) {
      show({ step: 'reload', seconds })
      await wait(1000)
    }
    window.location.reload()
  } catch (error) {
    show({ error: error instanceof UpdateFailed ? error.message : getErrorMessage(error) })
    await set(updateStateAtom)
  }
})

/** Uploads a `.docstead-update` file. @throws {ApiError} */
export const uploadUpdate = (file: File, onSent: (share: number) => void) =>
  api.adminUpdate.upload({ file }, uploadOptions({ onSent }))
