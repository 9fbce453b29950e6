import i18next from 'i18next'
import { useMemo, useState } from 'react'
import { BookDiffTable } from '#web/features/spreadsheet/view/index.tsx'
import { itemsAtom, useCachedQuery } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMedia } from '#web/lib/media.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyIcon, EditIcon, RefreshIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import type { Compared } from './atoms.ts'
import styles from './diff-screen.module.css'
import { normalizePair } from './normalize-for-diff.ts'
import { RenderedDiff } from './rendered-diff.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { TextDiff } from './text-diff.tsx'
import type { useDiffAddress } from './use-diff-address.ts'
import { useOpenInEditor } from './use-open-in-editor.ts'
import { VersionPickers } from './version-pickers.tsx'

/** The width from which two versions are shown side by side. Source: interface guide 4.13, 2.1. */
const wideQuery = '(min-width: 640px)'

/** The placeholder while two versions load. */
export function DiffWaiting({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('page-history')
  return (
    <ScreenFrame title={t('diff.title')} back="unknown">
      <Loading onRetry={onRetry}>
        <SkeletonText lines={12} />
      </Loading>
    </ScreenFrame>
  )
}

/** Shows two versions of a page, as text or as readers see them. */
export function DiffView(props: {
  compared: Compared
  address: ReturnType<typeof useDiffAddress>
  onAgain: () => void
}) {
  const { compared, address, onAgain } = props
  const { page_id, item_id, old, now, new: next, versions } = compared
  const { t } = useTranslation('page-history')
  const [answer, ask] = useCachedQuery(itemsAtom, item_id)
  const item = answer && 'value' in answer ? answer.value : undefined
  const isWide = useMedia(wideQuery)
  const [copied, copy] = useCopy()
  const [isAsking, setAsking] = useState(false)
  const openInEditor = useOpenInEditor()
  const { look, setLook } = address
  const shown = useMemo(() => ({ ...look, split: look.split && isWide }), [look, isWide])
  useTitle(item ? t('diff.window', { page: now.page_title, item: item.item_name }) : undefined)
  const texts = useMemo(() => normalizePair(old.text, next.text), [old.text, next.text])
  const isSheet = item?.item_type === '4'
  // readers see a spreadsheet as cells: they come first
  const showsOther = look.rendered !== isSheet
  const path = item ? `/${item.item_domain || item_id}/${page_id}` : `/page/${page_id}`
  const isSame = old.text === now.text && old.page_title === now.page_title
  const version = versions.find(({ page_history_id }) => page_history_id === old.page_history_id)
  const copyOld = async () => {
    if (await copy(old.text)) toast.ok(localized(() => i18next.t('page-history:diff.copied')))
    else toast.error(localized(() => i18next.t('page-history:diff.notCopied')))
  }
  // the available actions depend on the item
  if (!answer) return <DiffWaiting onRetry={() => void ask('again')} />
  return (
    <div className={styles.screen}>
      <ScreenFrame
        title={t('diff.of', { page: now.page_title })}
        back={{ to: path, label: t('diff.page') }}
        note={old.page_title !== next.page_title && t('diff.renamed', { old: old.page_title, new: next.page_title })}
        actions={
          <>
            <Button icon={<CopyIcon />} onClick={() => void copyOld()}>
              {t(copied ? 'diff.copiedShort' : 'diff.copyOld')}
            </Button>
            {item?.item_edit && version && !isSame && (
              <>
                {!isSheet && (
                  <Button icon={<EditIcon />} onClick={() => openInEditor({ item_id, page_id }, old.text)}>
                    {t('restore.inEditor')}
                  </Button>
                )}
                <Button variant="primary" icon={<RefreshIcon />} onClick={() => setAsking(true)}>
                  {t('restore.this')}
                </Button>
              </>
            )}
          </>
        }
      >
        <VersionPickers compared={compared} onChoose={address.choose} />
        <Tabs
          label={t('diff.views')}
          tabs={[
            { id: 'text', label: t('diff.text') },
            { id: 'rendered', label: t(isSheet ? 'diff.cells' : 'diff.rendered') },
          ]}
          value={showsOther ? 'rendered' : 'text'}
          onValue={(id) => setLook('rendered', (id === 'rendered') !== isSheet)}
        >
          {showsOther && isSheet ? (
            <BookDiffTable old={old.text} next={next.text} />
          ) : showsOther ? (
            <RenderedDiff key={`${old.page_history_id} ${next.page_history_id}`} old={old.text} next={next.text} />
          ) : (
            <TextDiff
              key={`${old.page_history_id} ${next.page_history_id}`}
              {...texts}
              look={shown}
              canSplit={isWide}
              onLook={setLook}
            />
          )}
        </Tabs>
      </ScreenFrame>
      {isAsking && version && (
        <RestoreDialog
          page_id={page_id}
          page_title={now.page_title}
          version={version}
          onClose={() => setAsking(false)}
          onRestored={onAgain}
          onDone={() => navigate(path)}
        />
      )}
    </div>
  )
}
