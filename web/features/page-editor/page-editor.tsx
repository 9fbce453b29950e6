import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate, useParams, useSearchParams } from '#web/lib/route.ts'
import { said } from '#web/lib/said.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { deskAtom } from './desk.ts'
import { EditorScreen } from './editor-screen.tsx'
import { enterAtom, entryAtom, leaveAtom, type Place } from './entering.ts'
import styles from './page-editor.module.css'
import { RefusedScreen } from './refused-screen.tsx'

const numberOf = (text: string | null | undefined) => (/^\d{1,16}$/.test(text ?? '') ? Number(text) : 0)

function usePlace(): Place {
  const { item_id: item_ref = '', page_id } = useParams()
  const [search] = useSearchParams()
  const cat_id = numberOf(search.get('cat_id'))
  const page_title = search.get('title') ?? ''
  const isApi = search.get('kind') === 'api'
  return useMemo(
    () => ({ item_ref, page_id: numberOf(page_id), cat_id, page_title, isApi }),
    [item_ref, page_id, cat_id, page_title, isApi],
  )
}

/** The page editor: what the address names, opened to be written. */
export function PageEditor() {
  const { t } = useTranslation('page-editor')
  const place = usePlace()
  const entry = useAtomValue(entryAtom)
  const desk = useAtomValue(deskAtom)
  const enter = useSetAtom(enterAtom)
  const leave = useSetAtom(leaveAtom)
  const sayLeft = useRef(() => {})
  useEffect(() => {
    sayLeft.current = () => toast.info(said(() => i18next.t('page-editor:draft.left')))
  })
  useEffect(() => void enter(place), [enter, place])
  useEffect(
    () => () => {
      void leave().then((isKept) => isKept && sayLeft.current())
    },
    [leave],
  )
  const firstSaved = desk?.is_new && desk.page_id > 0 ? `/page/edit/${desk.item_ref}/${desk.page_id}` : undefined
  useEffect(() => {
    if (!firstSaved) return
    const mode = new URLSearchParams(window.location.search).get('mode')
    navigate(mode ? `${firstSaved}?mode=${mode}` : firstSaved, { replace: true })
  }, [firstSaved])

  if (entry.state === 'open') return <EditorScreen key={entry.id} />
  if (entry.state === 'refused') return <RefusedScreen entry={entry} />
  if (entry.state === 'failed') {
    return (
      <main className={styles.refused}>
        <EmptyState
          icon={<ErrorIcon data-size="32" />}
          text={t('refused.failed', { reason: messageOf(entry.error) })}
          action={<Button onClick={() => void enter(place)}>{t('retry')}</Button>}
        />
      </main>
    )
  }
  return (
    <main aria-label={t('loading')}>
      <Loading onRetry={() => void enter(place)} />
    </main>
  )
}
