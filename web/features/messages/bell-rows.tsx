import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { markReadAtom, newestAtom } from './atoms.ts'
import styles from './bell.module.css'
import { BellRow } from './bell-row.tsx'
import { readAfterMs } from './messages.ts'

function Rows({ rows, onLeave }: { rows: ReturnType<typeof newestAtom>; onLeave: () => void }) {
  const { t } = useTranslation('message')
  const read = useAtomValue(rows)
  const markRead = useSetAtom(markReadAtom)
  const shown = 'rows' in read ? read.rows : undefined
  useEffect(() => {
    if (!shown) return
    const timer = window.setTimeout(() => {
      // messages that could not be marked stay unread and are marked the next time
      const mark = (kind: 'remind' | 'announce') =>
        markRead(
          kind,
          shown.filter((row) => row.kind === kind).map((row) => row.message),
        )
      mark('remind').then(
        () => mark('announce').catch(() => undefined),
        () => undefined,
      )
    }, readAfterMs)
    return () => window.clearTimeout(timer)
  }, [shown, markRead])
  if ('error' in read) {
    return (
      <p className={styles.words} role="alert">
        {joinSentences([t('failed'), getErrorMessage(read.error)])}
      </p>
    )
  }
  if (read.rows.length === 0) return <p className={styles.words}>{t('empty')}</p>
  return (
    <ul className={styles.rows}>
      {read.rows.map((row) => (
        <BellRow key={`${row.kind}${row.message.id}`} row={row} onLeave={onLeave} />
      ))}
    </ul>
  )
}

/** The newest messages under the bell, and a link to all. */
export function BellRows({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('message')
  const [rows] = useState(newestAtom)
  return (
    <>
      <div className={styles.head}>
        <span className={styles.title}>{t('title')}</span>
        <ButtonLink to="/message/index" size="s">
          {t('seeAll')}
        </ButtonLink>
      </div>
      <Suspense
        fallback={
          <Loading>
            <div className={styles.words}>
              <SkeletonText lines={4} />
            </div>
          </Loading>
        }
      >
        <Rows rows={rows} onLeave={onLeave} />
      </Suspense>
    </>
  )
}
