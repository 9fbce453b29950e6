import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { callMethods } from '#shared/contract/api-call-rules.ts'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { getErrorMessage, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { MethodSelect } from '#web/ui/method-select.tsx'
import { SendIcon, StopIcon } from '#web/ui/screen-icons.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import {
  type Attempt,
  type Environment,
  type Execution,
  SendError,
  type SendOptions,
  sendAtom,
  type TryItState,
  tryItStateAtom,
} from './atoms.ts'
import { BrowserSendError } from './browser-send.ts'
import { type BuiltRequest, buildRequest, type RequestTarget, toCallMethod } from './build-request.ts'
import styles from './call.module.css'
import { type Draft, isSameDraft } from './draft.ts'
import { EnvironmentBar } from './environment-bar.tsx'
import { EventList } from './event-list.tsx'
import { type LiveStream, stoppedAnswer } from './live-stream.ts'
import { withOtherChoice } from './other-choice.ts'
import { RequestTabs } from './request-tabs.tsx'
import { ResponseView, SendModeNote } from './response-view.tsx'
import {
  chooseSendMode,
  headersOfServer,
  isBodyOfServer,
  type SendMode,
  type SendModeChoice,
  type SendModeReason,
} from './send-mode.ts'
import type { TryItProps } from './try-it-props.ts'
import { VariableInput } from './variable-input.tsx'
import { noVariables } from './variables.ts'

/** Returns the request target of an environment; without one an empty target. */
function toRequestTarget(environment: Environment | undefined): RequestTarget {
  if (!environment) return { ...noVariables, base_url: '' }
  const { base_url, variables } = environment
  return {
    base_url,
    values: new Map(variables.filter((one) => !one.is_secret).map(({ name, value }) => [name, value])),
    secrets: new Set(variables.filter((one) => one.is_secret).map(({ name }) => name)),
  }
}

/** Returns the secrets of a request that the user has saved no value for. */
const missingSecrets = ({ secrets }: BuiltRequest, environment: Environment | undefined): string[] =>
  secrets.filter((name) => !environment?.variables.find((one) => one.name === name)?.is_set)

const isText = (value: unknown): value is string => typeof value === 'string'
const isChoice = (value: unknown): value is SendModeChoice =>
  value === 'auto' || value === 'server' || value === 'browser'

/** Returns the environment last chosen in an item, `first` when none was chosen yet; empty for none. */
const readChosenEnvironment = (item_id: string, first: string): string =>
  readStored(`docstead.call.env.${item_id}`, first, isText)

/** Saves the chosen environment of an item. */
const saveChosenEnvironment = (item_id: string, env_id: string) => writeStored(`docstead.call.env.${item_id}`, env_id)

/** Returns the last chosen send mode; `auto` when none was chosen yet. */
const readSendMode = (): SendModeChoice => readStored<SendModeChoice>('docstead.call.way', 'auto', isChoice)

/** Saves the chosen send mode. */
const saveSendMode = (way: SendModeChoice) => writeStored('docstead.call.way', way)

/** Returns a state in which the reader has chosen something else. */
const withFresh = (stored: TryItState, fresh: Draft): TryItState =>
  isSameDraft(stored.fresh, fresh)
    ? stored
    : { ...stored, fresh, draft: withOtherChoice(stored.draft, stored.fresh, fresh) }

/**
 * Returns the try-it state of a page and functions to change it. A new page text resets the draft but keeps the
 * response.
 */
function useTryItState(page_id: string, text: string, fresh: Draft) {
  const [stored, setStored] = useAtom(useMemo(() => tryItStateAtom(page_id), [page_id]))
  const [made, setMade] = useState({ text, fresh, draft: fresh })
  // another choice of the reader is another draft of the same text; the same one has other row ids each time
  if (made.text !== text || !isSameDraft(made.fresh, fresh)) setMade({ text, fresh, draft: fresh })
  const first: TryItState = { ...made, run: stored?.run }
  const trial = stored?.text === text ? withFresh(stored, made.fresh) : first
  return {
    trial,
    /** Whether the draft differs from the page. */
    isChanged: stored?.text === text && !isSameDraft(trial.draft, first.draft),
    setDraft: (draft: Draft) => setStored({ ...trial, draft }),
    setRun: (run: Execution | undefined, draft = trial.draft) => setStored({ text, fresh: first.fresh, draft, run }),
    reset: () => setStored({ ...first, run: trial.run }),
  }
}

/** Warning that a request cannot be sent, or will not be sent as intended. */
function Warnings(props: {
  built: BuiltRequest
  way: SendMode
  /** Secrets without a value; empty when another message already reports them. */
  unset: readonly string[]
  canSend: boolean
}) {
  const { built, way, unset, canSend } = props
  const { t } = useTranslation('api-call')
  const names = (list: readonly string[]) => list.map((name) => `{{${name}}}`).join(' ')
  if (!toCallMethod(built.method)) return <Banner tone="warn">{t('warn.method', { method: built.method })}</Banner>
  if (!canSend) return <Banner>{t('warn.address')}</Banner>
  if (built.unknown.length > 0) return <Banner tone="warn">{t('warn.unknown', { names: names(built.unknown) })}</Banner>
  if (way === 'browser') {
    const headers = headersOfServer(built)
    if (built.secrets.length > 0)
      return <Banner tone="warn">{t('warn.browserSecrets', { names: names(built.secrets) })}</Banner>
    if (headers.length > 0)
      return <Banner tone="warn">{t('warn.browserHeaders', { names: headers.join(', ') })}</Banner>
    return isBodyOfServer(built) ? <Banner tone="warn">{t('warn.browserBody', { method: built.method })}</Banner> : null
  }
  return unset.length > 0 ? <Banner tone="warn">{t('warn.unset', { names: names(unset) })}</Banner> : null
}

/** Returns functions to send a request and to cancel it; unmounting cancels as well. */
function useSendRequest(setRun: (run: Execution | undefined) => void) {
  const send = useSetAtom(sendAtom)
  const extension = useRef<AbortController>(undefined)
  const live = useRef<() => Execution>(undefined)
  const latest = useRef(setRun)
  useEffect(() => {
    latest.current = setRun
  })
  useEffect(() => {
    return () => {
      if (!extension.current) return
      extension.current.abort()
      latest.current(undefined)
    }
  }, [])
  const start = async (sending: Omit<SendOptions, 'signal' | 'onLive'>) => {
    extension.current?.abort()
    const mine = new AbortController()
    extension.current = mine
    latest.current({ state: 'sending' })
    live.current = undefined
    const { method, url } = sending.built
    const host = URL.canParse(url) ? new URL(url).host : ''
    const began = performance.now()
    const onLive = (stream: LiveStream) => {
      if (extension.current !== mine) return
      live.current = () => ({
        state: 'done',
        answer: stoppedAnswer(stream, Math.round(performance.now() - began)),
        method,
        host,
      })
      latest.current({ state: 'sending', live: stream })
    }
    const done = (run: Execution | undefined) => {
      if (extension.current !== mine) return
      extension.current = undefined
      latest.current(run)
    }
    try {
      const sent = await send({ ...sending, signal: mine.signal, onLive })
      done({ state: 'done', ...sent, method, host })
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      done(mine.signal.aborted ? undefined : { state: 'failed', attempts: error.attempts, host })
    }
  }
  const stop = () => {
    const mine = extension.current
    extension.current = undefined
    mine?.abort()
    // what has arrived of a stream stays
    latest.current(live.current?.())
  }
  return { start, stop }
}

/** Method, URL, and the send button. */
function SendBar(props: {
  draft: Draft
  onDraft: (draft: Draft) => void
  place: RequestTarget
  /** The URL as it is sent. */
  url: string
  canSend: boolean
  isSending: boolean
  onSend: () => void
  onStop: () => void
}) {
  const { draft, onDraft, place, url, canSend, isSending, onSend, onStop } = props
  const { t } = useTranslation('api-call')
  return (
    <div className={styles.send}>
      <MethodSelect
        aria-label={t('method')}
        methods={callMethods}
        value={draft.method}
        onValue={(method) => onDraft({ ...draft, method })}
      />
      <VariableInput
        label={t('address')}
        value={draft.url}
        place={place}
        onValue={(next) => onDraft({ ...draft, url: next })}
      />
      {/* a single button, so that the focus stays on it */}
      <Tooltip text={t(isSending ? 'stop' : 'send')} {...(!isSending && { shortcut: 'mod+enter' })}>
        {isSending ? (
          <Button icon={<StopIcon />} onClick={onStop}>
            {t('stop')}
          </Button>
        ) : (
          <Button variant="primary" icon={<SendIcon />} disabled={!canSend} onClick={onSend}>
            {t('send')}
          </Button>
        )}
      </Tooltip>
      {url !== draft.url && <p className={styles.resolved}>{url}</p>}
    </div>
  )
}

/** Returns the send mode that the user can still try by hand after a failed request. */
function leftOf(attempts: readonly Attempt[]): SendMode | undefined {
  const [only, second] = attempts
  if (!only || second) return undefined
  if (only.error instanceof BrowserSendError) return 'server'
  const isUnsent = isApiError(only.error, 'apiCallNotAllowed') || isApiError(only.error, 'apiCallUnknownHost')
  return isUnsent && only.why === 'chosen' ? 'browser' : undefined
}

/** Whether a request is not retried only because it may have reached the host. */
function isHeldBack(attempts: readonly Attempt[]): boolean {
  const [only, second] = attempts
  const isOwnChoice = only?.why === 'chosen' || only?.why === 'visitor'
  return !second && !isOwnChoice && only?.error instanceof BrowserSendError && only.error.reason === 'refused'
}

// The other reasons add nothing to the error message.
const reasons = new Set<SendModeReason>(['secrets', 'headers', 'body', 'mixed', 'own', 'private'])

/** The reason why there is no response, and what to do. */
function Failure(props: { attempts: Attempt[]; host: string; onSend: ((way: SendMode) => void) | undefined }) {
  const { attempts, host, onSend } = props
  const { t } = useTranslation('api-call')
  const left = leftOf(attempts)
  return (
    <Banner
      tone="danger"
      action={
        onSend &&
        left && (
          <Button size="s" onClick={() => onSend(left)}>
            {t(`way.${left}`)}
          </Button>
        )
      }
    >
      <div className={styles.attempts}>
        {attempts.map(({ error, ...taken }) => (
          <div key={taken.way}>
            {reasons.has(taken.why) && <SendModeNote {...taken} host={host} />}
            <p>{error instanceof BrowserSendError ? t(`failure.${error.reason}`) : getErrorMessage(error)}</p>
          </div>
        ))}
        {isHeldBack(attempts) && <p>{t('failure.heldBack')}</p>}
      </div>
    </Banner>
  )
}

/** Form to fill in and send the request of a page, above its response. */
export function CallForm(
  props: TryItProps & { draft: Draft; environments: Environment[]; onEnvironments: () => void },
) {
  const { text, item_id, page_id, canEdit, draft: fresh, environments, onEnvironments, isPlain } = props
  const { t } = useTranslation('api-call')
  const isVisitor = useAtomValue(uidAtom) === ''
  const id = useId()
  const { trial, isChanged, setDraft, setRun, reset } = useTryItState(page_id, text, fresh)
  const { start, stop } = useSendRequest(setRun)
  const [env_id, setEnvId] = useState(() => readChosenEnvironment(item_id, environments[0]?.env_id ?? ''))
  const [choice, setChoice] = useState<SendModeChoice>(readSendMode)
  const environment = environments.find((one) => one.env_id === env_id)
  const { draft, run } = trial
  const place = toRequestTarget(environment)
  const built = buildRequest(draft, place)
  const sender = { choice, isVisitor, origin: window.location.origin }
  const { way } = chooseSendMode(built, sender)
  const canSend = /^https?:\/\/[^/]/i.test(built.url) && toCallMethod(built.method) !== undefined
  const isSending = run?.state === 'sending'
  const unset = missingSecrets(built, environment)
  // the error already says what the warning would
  const isReportedUnset =
    run?.state === 'failed' && run.attempts.some(({ error }) => isApiError(error, 'secretMissing'))
  const send = (once: SendModeChoice = choice) => {
    if (!canSend || isSending) return
    const by = { ...sender, choice: once }
    void start({ sender: by, page_id, env_id: environment?.env_id ?? '', built, follow: true }).then(() => {
      // a value may have been saved in another window
      if (unset.length > 0) onEnvironments()
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    send()
  }
  return (
    <section className={styles.form} aria-labelledby={isPlain ? undefined : id} onKeyDown={onKeyDown}>
      {!isPlain && (
        <h2 id={id} className={styles.title}>
          {t('title')}
        </h2>
      )}
      <EnvironmentBar
        item_id={item_id}
        page_id={page_id}
        canEdit={canEdit}
        isVisitor={isVisitor}
        environments={environments}
        env_id={environment?.env_id ?? ''}
        onEnvironment={(next) => {
          setEnvId(next)
          saveChosenEnvironment(item_id, next)
        }}
        onEnvironments={() => {
          // the cause of the last error may be fixed now
          if (run?.state === 'failed') setRun(undefined)
          onEnvironments()
        }}
        choice={choice}
        way={way}
        onChoice={(next) => {
          setChoice(next)
          saveSendMode(next)
        }}
        isChanged={isChanged}
        onReset={reset}
        onReplay={(replayed, answered) => setRun(answered, replayed)}
        draft={draft}
      />
      <SendBar
        draft={draft}
        onDraft={setDraft}
        place={place}
        url={built.url}
        canSend={canSend}
        isSending={isSending}
        onSend={() => send()}
        onStop={stop}
      />
      <Warnings built={built} way={way} unset={isReportedUnset ? [] : unset} canSend={canSend} />
      <RequestTabs draft={draft} onDraft={setDraft} place={place} built={built} />
      {run?.state === 'sending' && run.live && <EventList text={run.live.text} isLive />}
      {run?.state === 'failed' && <Failure {...run} onSend={isVisitor ? undefined : send} />}
      {run?.state === 'done' && <ResponseView {...props} {...run} />}
    </section>
  )
}
