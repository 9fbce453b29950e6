import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SendIcon, StopIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { Environment } from './atoms.ts'
import { BrowserSendError } from './browser-send.ts'
import { type BrowserSocket, connectFromBrowser, type SocketReport } from './browser-socket.ts'
import styles from './call.module.css'
import { EnvironmentSelect } from './environment-bar.tsx'
import { formatJson } from './json-text.ts'
import type { SendMode } from './send-mode.ts'
import { connectFromServer } from './server-socket.ts'
import { addEntry, emptyLog, type SocketEntry, type SocketLog, socketProblem, toSocketUrl } from './socket-log.ts'
import { encodeAroundVariables, fillVariables, findUnknownVariables, type Variables } from './variables.ts'

type State = 'closed' | 'connecting' | 'open'

const tones: Record<State, BadgeTone> = { closed: 'neutral', connecting: 'info', open: 'ok' }

const variablesOf = (environment: Environment | undefined): Variables => ({
  values: new Map(environment?.variables.filter((one) => !one.is_secret).map(({ name, value }) => [name, value])),
  secrets: new Set(environment?.variables.filter((one) => one.is_secret).map(({ name }) => name)),
})

/** Returns the address that the page describes, with its query. */
function addressOf(text: string): {
  url: string
  protocols: string
  messages: { name: string; payload: string }[]
  headers: { name: string; value: string }[]
} {
  const doc = readApiDoc(text)
  const query = (doc?.query ?? []).map(
    ({ name, value }) => `${encodeAroundVariables(name)}=${encodeAroundVariables(value)}`,
  )
  const url = doc?.url.trim() ?? ''
  return {
    url: query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`,
    protocols: doc?.socket.subProtocols.join(', ') ?? '',
    messages: (doc?.messages ?? []).filter(({ isOff, payload }) => !isOff && payload !== ''),
    headers: (doc?.headers ?? []).map(({ name, value }) => ({ name, value })),
  }
}

/** One message, or what happened to the connection. */
function Entry({ entry, isPretty }: { entry: SocketEntry; isPretty: boolean }) {
  const { t } = useTranslation('api-call')
  const { kind, time, text, size_bytes, isCut, isBinary } = entry
  const isMessage = kind === 'sent' || kind === 'received'
  const shown = isPretty && isMessage ? (formatJson(text) ?? text) : text
  return (
    <li className={styles.message} data-kind={kind}>
      <span className={styles.facts}>
        <span>{`${kind === 'sent' ? '↑' : kind === 'received' ? '↓' : '·'} ${t(`socket.kind.${kind}`)}`}</span>
        <time dateTime={new Date(time).toISOString()}>{new Date(time).toLocaleTimeString()}</time>
        {isMessage && <span>{fileSize(size_bytes)}</span>}
      </span>
      {isBinary ? (
        <p className={styles.note}>{t('socket.binary')}</p>
      ) : (
        shown !== '' && <pre className={styles.payload}>{shown}</pre>
      )}
      {isCut && <p className={styles.note}>{t('socket.cut')}</p>}
    </li>
  )
}

/** Connects to the WebSocket that a page describes; what is sent and received is shown as it happens. */
export function SocketForm(props: { text: string; page_id: string; environments: readonly Environment[] }) {
  const { text, page_id, environments } = props
  const { t } = useTranslation('api-call')
  const page = addressOf(text)
  const [env_id, setEnvId] = useState(environments[0]?.env_id ?? '')
  const [url, setUrl] = useState(page.url)
  const [protocols, setProtocols] = useState(page.protocols)
  const [message, setMessage] = useState(page.messages[0]?.payload ?? '')
  const [isPretty, setPretty] = useState(true)
  const isVisitor = useAtomValue(uidAtom) === ''
  const [way, setWay] = useState<SendMode>(page.headers.length > 0 && !isVisitor ? 'server' : 'browser')
  const [state, setState] = useState<State>('closed')
  const [log, setLog] = useState<SocketLog>(emptyLog)
  const [error, setError] = useState('')
  const socket = useRef<BrowserSocket>(undefined)
  const isGone = useRef(false)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      socket.current?.destroy()
    }
  }, [])
  useEffect(() => {
    end.current?.scrollTo?.({ top: end.current.scrollHeight })
  }, [log])
  const environment = environments.find((one) => one.env_id === env_id)
  const place = variablesOf(environment)
  const base = environment?.base_url ?? ''
  const whole =
    /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('{{') || base === ''
      ? url
      : `${base}/${url.replace(/^\/+/, '')}`
  const address = toSocketUrl(fillVariables(whole.trim(), place))
  const unknown = findUnknownVariables(address, place)
  const secrets = [...place.secrets].filter((name) => `${address}${message}`.includes(`{{${name}}}`))
  const isByServer = way === 'server' && !isVisitor
  // the server has no mixed content
  const problem = socketProblem(address, isByServer ? '' : window.location.origin)
  const secretNames = secrets.map((name) => `{{${name}}}`).join(' ')
  const add = (kind: SocketEntry['kind'], given: string, size_bytes = new Blob([given]).size, isBinary = false) =>
    setLog((former) => addEntry(former, { kind, text: given, size_bytes, isBinary, time: Date.now() }))
  const onReport = (report: SocketReport) => {
    if (report.kind === 'open') {
      setState('open')
      add('opened', report.protocol)
    } else if (report.kind === 'message') add('received', report.text, report.size, report.isBinary)
    else {
      socket.current = undefined
      setState('closed')
      const isUnknown = report.code === 1006 && report.reason === ''
      const words = isUnknown ? t('socket.lost') : `${report.code} ${report.reason}`.trim()
      add('closed', words)
    }
  }
  const connect = async () => {
    if (problem || state !== 'closed') return
    setError('')
    setState('connecting')
    try {
      const names = protocols.split(/[\s,，、]+/).filter(Boolean)
      const order = { url: address, protocols: names }
      const headers = page.headers.map(({ name, value }) => ({ name, value: fillVariables(value, place) }))
      const opened = isByServer
        ? await connectFromServer(
            { ...order, headers, page_id, env_id: environment?.env_id ?? '' },
            onReport,
            (reason) => setError(getErrorMessage(reason)),
          )
        : await connectFromBrowser(order, onReport)
      if (isGone.current) opened.destroy()
      else socket.current = opened
    } catch (reason) {
      setState('closed')
      setError(reason instanceof BrowserSendError ? t('failure.frame') : getErrorMessage(reason))
    }
  }
  const disconnect = () => {
    if (state === 'connecting') {
      socket.current?.destroy()
      socket.current = undefined
      setState('closed')
    } else socket.current?.close()
  }
  const send = () => {
    if (state !== 'open') return
    const filled = fillVariables(message, place)
    socket.current?.send(filled)
    add('sent', filled)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (state === 'open') send()
    else void connect()
  }
  return (
    <section className={styles.form} aria-label={t('socket.title')} onKeyDown={onKeyDown}>
      <h2 className={styles.title}>{t('socket.title')}</h2>
      {environments.length > 0 && (
        <EnvironmentSelect environments={environments} env_id={env_id} onEnvironment={setEnvId} />
      )}
      <TextInput
        mono
        aria-label={t('address')}
        spellCheck={false}
        value={url}
        onValue={setUrl}
        disabled={state !== 'closed'}
      />
      <TextInput
        mono
        size="s"
        aria-label={t('socket.protocols')}
        placeholder={t('socket.protocols')}
        spellCheck={false}
        value={protocols}
        onValue={setProtocols}
        disabled={state !== 'closed'}
      />
      {address !== url && <p className={styles.resolved}>{address}</p>}
      <div className={styles.facts} role="status">
        <Badge tone={tones[state]}>{t(`socket.state.${state}`)}</Badge>
        {state === 'closed' ? (
          <Button variant="primary" icon={<SendIcon />} disabled={problem !== undefined} onClick={() => void connect()}>
            {t('socket.connect')}
          </Button>
        ) : (
          <Button icon={<StopIcon />} onClick={disconnect}>
            {t('socket.disconnect')}
          </Button>
        )}
        {isVisitor ? (
          <span>{t('socket.byBrowser')}</span>
        ) : (
          <Select
            size="s"
            aria-label={t('way.label')}
            value={way}
            disabled={state !== 'closed'}
            options={[
              { value: 'browser', label: t('socket.way.browser') },
              { value: 'server', label: t('socket.way.server') },
            ]}
            onValue={setWay}
          />
        )}
      </div>
      {error !== '' && <Banner tone="danger">{error}</Banner>}
      {problem && <Banner tone="warn">{t(`socket.problem.${problem}`)}</Banner>}
      {unknown.length > 0 && (
        <Banner tone="warn">{t('warn.unknown', { names: unknown.map((name) => `{{${name}}}`).join(' ') })}</Banner>
      )}
      {!isByServer && secrets.length > 0 && <Banner tone="warn">{t('socket.secrets', { names: secretNames })}</Banner>}
      {page.headers.length > 0 && (
        <Banner>
          {t(isByServer ? 'socket.headersSent' : 'socket.headers', {
            names: page.headers.map(({ name }) => name).join(', '),
          })}
        </Banner>
      )}
      <div className={styles.kind}>
        {page.messages.length > 0 && (
          <Select
            size="s"
            aria-label={t('socket.template')}
            value=""
            options={[
              { value: '', label: t('socket.template') },
              ...page.messages.map(({ name }, at) => ({ value: String(at), label: name || String(at + 1) })),
            ]}
            onValue={(at) => setMessage(page.messages[Number(at)]?.payload ?? message)}
          />
        )}
        <Button
          size="s"
          variant="ghost"
          disabled={formatJson(message) === undefined}
          onClick={() => setMessage(formatJson(message) ?? message)}
        >
          {t('body.format')}
        </Button>
      </div>
      <Textarea
        mono
        rows={5}
        aria-label={t('socket.message')}
        spellCheck={false}
        value={message}
        onValue={setMessage}
      />
      <div className={styles.kind}>
        <Button icon={<SendIcon />} disabled={state !== 'open'} onClick={send}>
          {t('socket.send')}
        </Button>
        <Button size="s" variant="ghost" onClick={() => setPretty(!isPretty)} aria-pressed={isPretty}>
          {t('socket.pretty')}
        </Button>
        <Button size="s" variant="ghost" disabled={log.entries.length === 0} onClick={() => setLog(emptyLog)}>
          {t('socket.clear')}
        </Button>
      </div>
      {log.dropped > 0 && (
        <p className={styles.note}>{t('socket.dropped', { count: log.dropped, dropped: formatCount(log.dropped) })}</p>
      )}
      {log.entries.length > 0 && (
        <div ref={end} className={styles.log} role="log" aria-label={t('socket.messages')}>
          <ol className={styles.messages}>
            {log.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} isPretty={isPretty} />
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}
