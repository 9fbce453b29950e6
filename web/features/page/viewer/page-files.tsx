import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { resolveAddress } from '#web/features/page/markdown/index.tsx'
import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { Link, signInPath } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { AttachmentIcon } from '#web/ui/screen-icons.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Page } from './atoms.ts'
import { filesAtom, type PageFile } from './atoms.ts'
import { useCurrentItem } from './current-item.ts'
import styles from './page-files.module.css'
import { panelAtom } from './panels.ts'

const atOnce = 60 // more would delay rendering the page

function FileList({ files }: { files: readonly PageFile[] }) {
  const { t } = useTranslation('page-actions')
  const [most, setMost] = useState(atOnce)
  const more = Math.min(atOnce, files.length - most)
  return (
    <>
      <ul className={styles.files}>
        {files.slice(0, most).map(({ file_id, display_name, url, file_size }) => (
          <li key={file_id}>
            <a className={styles.file} href={resolveAddress(url)} target="_blank" rel="noopener">
              <AttachmentIcon />
              <span className={styles.name} title={display_name}>
                {display_name}
              </span>
              <span className={styles.size}>{fileSize(file_size)}</span>
            </a>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button size="s" className={styles.more} onClick={() => setMost(most + atOnce)}>
          {t('files.more', { count: more })}
        </Button>
      )}
    </>
  )
}

function Files({ page_id, count }: { page_id: string; count: number }) {
  const { t } = useTranslation('page-actions')
  const { canEdit } = useCurrentItem()
  const [answer, ask] = useCachedQuery(filesAtom, page_id)
  const openPanel = useSetAtom(panelAtom)
  if (!answer)
    return (
      <Loading>
        <Skeleton height={36 * Math.ceil(Math.min(count, atOnce) / 2)} />
      </Loading>
    )
  if ('error' in answer) {
    return (
      <p className={styles.note} role="alert">
        {t('files.failed')}{' '}
        <Button size="s" onClick={() => void ask('again')}>
          {t('files.retry')}
        </Button>
      </p>
    )
  }
  return (
    <>
      <FileList files={answer.value} />
      {canEdit && (
        <Button
          size="s"
          variant="ghost"
          className={styles.all}
          onClick={() => openPanel({ kind: 'attachments', page_id })}
        >
          {t('files.all')}
        </Button>
      )}
    </>
  )
}

/** The attachments of a page, below its text. The list is for signed-in users. */
export function PageFiles({ page }: { page: Page }) {
  const { t } = useTranslation('page-actions')
  const user = useAtomValue(userAtom)
  const { page_id, attachment_count } = page
  if (user === undefined) return null
  return (
    <section className={styles.strip} aria-label={t('files.title')} data-no-print="">
      <h2 className={styles.title}>{t('files.count', { count: attachment_count })}</h2>
      {user ? (
        <Files page_id={page_id} count={attachment_count} />
      ) : (
        <p className={styles.note}>
          <Link href={signInPath()}>{t('files.signIn')}</Link>
        </p>
      )}
    </section>
  )
}
