import { useMemo } from 'react'
import { type RequestChoice, RequestSample } from '#web/features/api-docs/try-it/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyBoundary } from '#web/ui/lazy.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './reading.module.css'
import { Examples, responseIds, StatusLabel } from './responses.tsx'
import type { PageReading } from './use-reading.ts'

/** The request as a program; undefined text for pages without one. */
export function Sample(props: { text: string; globals: unknown; reading: PageReading; choice: RequestChoice }) {
  const { text, globals, reading, choice } = props
  const auth = useMemo(() => reading.auth[0] ?? [], [reading])
  return (
    <LazyBoundary fallback={<div className={styles.waiting} />}>
      <RequestSample text={text} globals={globals} auth={auth} choice={choice} />
    </LazyBoundary>
  )
}

/** The dark column next to the text: the request as a program, and an example of the chosen response. */
export function SampleColumn(props: {
  text: string
  globals: unknown
  reading: PageReading
  choice: RequestChoice
  hasRequest: boolean
  response: string
  onResponse: (id: string) => void
}) {
  const { text, globals, reading, choice, hasRequest, response, onResponse } = props
  const { t } = useTranslation('api-reading')
  const ids = responseIds(reading.responses)
  const shown = reading.responses.flatMap((one, at) => {
    const examples = one.media.flatMap((media, index) =>
      media.examples.map((example) => ({
        ...example,
        name: [index > 0 || one.media.length > 1 ? media.type : '', example.name].filter(Boolean).join(' · '),
      })),
    )
    return examples.length > 0 ? [{ id: ids[at] ?? '', response: one, examples }] : []
  })
  const current = shown.find(({ id }) => id === response) ?? (ids.includes(response) ? undefined : shown[0])
  return (
    <div className={styles.column} data-theme="dark">
      {hasRequest && <Sample text={text} globals={globals} reading={reading} choice={choice} />}
      {shown.length > 0 && (
        <section className={styles.answers} aria-label={t('response')}>
          <Tabs
            label={t('response')}
            tabs={shown.map(({ id, response: one }) => ({ id, label: <StatusLabel response={one} /> }))}
            value={current?.id ?? ''}
            onValue={onResponse}
          >
            {current ? (
              <Examples key={current.id} examples={current.examples} title={t('example')} />
            ) : (
              <p className={styles.how}>{t('noContent')}</p>
            )}
          </Tabs>
        </section>
      )}
    </div>
  )
}
