import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { navigate, useParams, useSearchParams } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { CannotEditScreen } from './cannot-edit-screen.tsx'
import { EditorScreen } from './editor-screen.tsx'
import { closePageAtom, type EditTarget, openPageAtom, openStateAtom } from './open-page.ts'
import styles from './page-editor.module.css'
import { editingSessionAtom } from './session.ts'

const numberOf = (text: string | null | undefined) => (/^\d{1,16}$/.test(text ?? '') ? Number(text) : 0)

function usePlace(): EditTarget {
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

/** The page editor: opens the page of the address for editing. */
export function PageEditor() {
  const { t } = useTranslation('page-editor')
  const place = usePlace()
  const entry = useAtomValue(openStateAtom)
  const desk = useAtomValue(editingSessionAtom)
  const enter = useSetAtom(openPageAtom)
  const leave = useSetAtom(closePageAtom)
  const sayLeft = useRef(() => {})
  useEffect(() => {
    sayLeft.current = () => toast.info(localized(() => i18next.t('page-editor:draft.left')))
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
  if (entry.state === 'refused') return <CannotEditScreen entry={entry} />
  if (entry.state === 'failed') {
    return (
      <main className={styles.refused}>
        <EmptyState
          icon={<ErrorIcon data-size="32" />}
          text={t('refused.failed', { reason: getErrorMessage(entry.error) })}
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
