import { useEffect, useMemo, useRef } from 'react'
import { fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './call.module.css'
import { formatJson } from './json-text.ts'
import { parseEvents } from './live-stream.ts'

/** How many events are shown, the last ones. */
const shownMost = 500

/** The events of a stream, the newest last; while it arrives the list follows them. */
export function EventList({ text, isLive = false }: { text: string; isLive?: boolean }) {
  const { t } = useTranslation('api-call')
  const events = useMemo(() => parseEvents(text), [text])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLive) box.current?.scrollTo?.({ top: box.current.scrollHeight })
  }, [events, isLive])
  const from = Math.max(0, events.length - shownMost)
  return (
    <>
      <p className={styles.note} role="status">
        {t('events.count', { count: events.length, events: formatCount(events.length) })}
        {' · '}
        {fileSize(new Blob([text]).size)}
        {from > 0 && ` · ${t('events.shown', { shown: formatCount(shownMost) })}`}
      </p>
      {events.length > 0 && (
        <div ref={box} className={styles.log} role="log" aria-label={t('events.title')}>
          <ol className={styles.messages}>
            {events.slice(from).map(({ id, name, data }, at) => (
              <li key={from + at} className={styles.message}>
                <span className={styles.facts}>
                  <span>{`#${from + at + 1}`}</span>
                  {name !== '' && <span>{name}</span>}
                  {id !== '' && <span>{`id ${id}`}</span>}
                  <span>{fileSize(new Blob([data]).size)}</span>
                </span>
                <pre className={styles.payload}>{formatJson(data) ?? data}</pre>
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}
