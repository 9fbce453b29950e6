import i18next from 'i18next'
import { useMemo, useRef, useState } from 'react'
import { isApiText } from '#shared/api-doc/api-text.ts'
import { getItemType } from '#shared/item-types.ts'
import { countChanges, splitLines } from '#shared/text-diff/lines.ts'
import { ApiTexts } from '#web/features/api-docs/form/index.tsx'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { bodyText } from '#web/features/page/content/index.tsx'
import { BookDiffTable } from '#web/features/spreadsheet/view/index.tsx'
import { getAuthorName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMedia } from '#web/lib/media.ts'
import { queryValue, useCachedQuery, useFetch } from '#web/lib/query.ts'
import { navigate, useTitle } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyIcon, EditIcon, RefreshIcon } from '#web/ui/icons.ts'
import { LazyBoundary } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { type Compared, computeDiff } from './atoms.ts'
import { unpackRanges } from './compare-lines.ts'
import { DiffBar, useChanges } from './diff-bar.tsx'
import styles from './diff-screen.module.css'
import { changedRanges, lineOnOtherSide, type SideName } from './line-map.ts'
import { normalizePair } from './normalize-for-diff.ts'
import { type PaneHandle, RenderedPane } from './rendered-pane.tsx'
import { RestoreDialog, useOpenInEditor } from './restore-dialog.tsx'
import { TextDiff } from './text-diff.tsx'
import type { useDiffAddress } from './use-diff-address.ts'
import { formatDayAndTime } from './versions.ts'

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

/** Selects the two versions to compare. */
function VersionPickers({
  compared,
  onChoose,
}: {
  compared: Compared
  onChoose: (old: string, other: string) => void
}) {
  const { t } = useTranslation('page-history')
  const { versions, old, new: next, author } = compared
  const former = versions.map((version) => ({
    value: version.page_history_id,
    label: [formatDayAndTime(version.save_time), getAuthorName(version), version.page_comments]
      .filter(Boolean)
      .join(' · '),
  }))
  // a version may have been deleted since the list was read
  const known = (id: string) =>
    id === '' || former.some(({ value }) => value === id) ? [] : [{ value: id, label: t('diff.older') }]
  return (
    <div className={styles.pickers}>
      <Select
        size="s"
        aria-label={t('diff.old')}
        options={[...known(old.page_history_id), ...former]}
        value={old.page_history_id}
        onValue={(id) => onChoose(id, next.page_history_id)}
      />
      <span className={styles.against}>{t('diff.against')}</span>
      <Select
        size="s"
        aria-label={t('diff.new')}
        options={[{ value: '', label: t('diff.current', { author }) }, ...known(next.page_history_id), ...former]}
        value={next.page_history_id}
        onValue={(id) => onChoose(old.page_history_id, id)}
      />
    </div>
  )
}

/** Longer pages are compared as text only: rendering both sides would block the window. In characters, of both. */
const longest = 400_000

function Panes({ old, next }: { old: string; next: string }) {
  const { t } = useTranslation('page-history')
  const [result] = useFetch('', (signal) => computeDiff(old, next, false, signal))
  const numbers = queryValue(result)
  const compared = useMemo(() => (numbers ? unpackRanges(numbers) : undefined), [numbers])
  const ranges = useMemo(
    () =>
      compared && {
        old: changedRanges(compared, splitLines(old), 'old'),
        new: changedRanges(compared, splitLines(next), 'new'),
      },
    [compared, old, next],
  )
  const panes = { old: useRef<PaneHandle>(null), new: useRef<PaneHandle>(null) }
  const leader = useRef<SideName>('new')
  const follow = () => {
    const from = leader.current
    const other = panes[from === 'old' ? 'new' : 'old'].current
    const line = panes[from].current?.topLine()
    if (other && line !== undefined && compared) other.showLine(lineOnOtherSide(compared, line, from))
  }
  const changes = ranges?.new.length ?? 0
  const go = (change: number) => {
    leader.current = panes.new.current?.showChange(change) ? 'new' : 'old'
    if (leader.current === 'old') panes.old.current?.showChange(change)
    follow()
  }
  const { current, ...steps } = useChanges(changes, go)
  const paneOf = (side: SideName, text: string) => (
    <RenderedPane
      side={side}
      text={text}
      ranges={ranges?.[side]}
      current={current}
      handle={panes[side]}
      onLead={() => {
        leader.current = side
      }}
      onScroll={() => {
        if (leader.current === side) follow()
      }}
    />
  )
  return (
    <>
      <DiffBar
        counts={compared && countChanges(compared)}
        changes={changes}
        current={current}
        onNext={steps.next}
        onPrevious={steps.previous}
      />
      {compared && changes === 0 && <Banner tone="ok">{t('diff.same')}</Banner>}
      <div className={styles.panes}>
        {paneOf('old', old)}
        {paneOf('new', next)}
      </div>
    </>
  )
}

function Bounded({ old, next }: { old: string; next: string }) {
  const { t } = useTranslation('page-history')
  if (old.length + next.length > longest) return <Banner tone="info">{t('diff.tooLong')}</Banner>
  return <Panes old={old} next={next} />
}

/** Shows two versions side by side as their readers see them; they scroll together. */
function RenderedDiff({ old, next }: { old: string; next: string }) {
  const isApi = useMemo(() => isApiText(old) || isApiText(next), [old, next])
  const texts = useMemo(() => ({ old: bodyText(old), next: bodyText(next) }), [old, next])
  if (!isApi) return <Bounded {...texts} />
  return (
    <LazyBoundary fallback={<Loading />}>
      <ApiTexts old={old} next={next}>
        {(shown) => <Bounded {...shown} />}
      </ApiTexts>
    </LazyBoundary>
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
  const item = queryValue(answer)
  const isWide = useMedia(wideQuery)
  const [copied, copy] = useCopy()
  const [isConfirming, setConfirming] = useState(false)
  const openInEditor = useOpenInEditor()
  const { look: diffOptions, setLook: setDiffOptions } = address
  const shown = useMemo(() => ({ ...diffOptions, split: diffOptions.split && isWide }), [diffOptions, isWide])
  useTitle(item ? t('diff.window', { page: now.page_title, item: item.item_name }) : undefined)
  const texts = useMemo(() => normalizePair(old.text, next.text), [old.text, next.text])
  const isSheet = item !== undefined && getItemType(item.item_type).editor === 'sheet'
  // readers see a spreadsheet as cells: they come first
  const showsOther = diffOptions.rendered !== isSheet
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
                <Button variant="primary" icon={<RefreshIcon />} onClick={() => setConfirming(true)}>
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
          onValue={(id) => setDiffOptions('rendered', (id === 'rendered') !== isSheet)}
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
              onLook={setDiffOptions}
            />
          )}
        </Tabs>
      </ScreenFrame>
      {isConfirming && version && (
        <RestoreDialog
          page_id={page_id}
          page_title={now.page_title}
          version={version}
          onClose={() => setConfirming(false)}
          onRestored={onAgain}
          onDone={() => navigate(path)}
        />
      )}
    </div>
  )
}
