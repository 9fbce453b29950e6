import { useMemo, useRef } from 'react'
import { ApiTexts } from '#web/features/api-docs/form/index.tsx'
import { bodyText, isApiText } from '#web/features/page/content/index.tsx'
import { countChanges, splitLines } from '#web/lib/diff/lines.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useQuery } from '#web/lib/use-query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { comparisonAtom } from './atoms.ts'
import { unpackRanges } from './compare.ts'
import { DiffBar } from './diff-bar.tsx'
import styles from './diff-screen.module.css'
import { changedRanges, lineOnOtherSide, type SideName } from './line-map.ts'
import { type PaneHandle, RenderedPane } from './rendered-pane.tsx'
import { useChanges } from './use-changes.ts'

/** Longer pages are compared as text only: rendering both sides would block the window. In characters, of both. */
const longest = 400_000

function Panes({ old, next }: { old: string; next: string }) {
  const { t } = useTranslation('page-history')
  const [numbers] = useQuery('', () => comparisonAtom(old, next, false))
  const stretches = useMemo(() => (numbers ? unpackRanges(numbers) : undefined), [numbers])
  const ranges = useMemo(
    () =>
      stretches && {
        old: changedRanges(stretches, splitLines(old), 'old'),
        new: changedRanges(stretches, splitLines(next), 'new'),
      },
    [stretches, old, next],
  )
  const panes = { old: useRef<PaneHandle>(null), new: useRef<PaneHandle>(null) }
  const leader = useRef<SideName>('new')
  const follow = () => {
    const from = leader.current
    const other = panes[from === 'old' ? 'new' : 'old'].current
    const line = panes[from].current?.topLine()
    if (other && line !== undefined && stretches) other.showLine(lineOnOtherSide(stretches, line, from))
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
        counts={stretches && countChanges(stretches)}
        changes={changes}
        current={current}
        onNext={steps.next}
        onPrevious={steps.previous}
      />
      {stretches && changes === 0 && <Banner tone="ok">{t('diff.same')}</Banner>}
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
export function RenderedDiff({ old, next }: { old: string; next: string }) {
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
