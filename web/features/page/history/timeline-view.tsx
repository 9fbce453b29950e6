import { useSetAtom } from 'jotai'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { getAuthorName } from '#web/lib/display-name.ts'
import { exactTime, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { href } from '#web/lib/route.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CloseIcon, EditIcon, ExternalIcon, MoreIcon, RefreshIcon, ShowIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ChangeSize, saveVersionNoteAtom, type Timeline } from './atoms.ts'
import styles from './history-drawer.module.css'
import { diffPath, formatLongDay, formatTime, groupByDay, isSameDay, type Version } from './versions.ts'

const menuGoneMs = 120

/** The longest remark, in characters, as when pages are saved with one. Source: interface guide 4.6. */
const longest = 200

/** The field for the remark of a version. */
function VersionNoteField(props: {
  remark: string
  /** When the version was saved. */
  time: string
  /** Resolves to whether it is saved; the field stays open with its text until it is. */
  onSave: (remark: string) => Promise<boolean>
  onClose: () => void
}) {
  const { remark, time, onSave, onClose } = props
  const { t } = useTranslation('page-history')
  const [text, setText] = useState(remark)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    setBusy(true)
    if (text.trim() === remark || (await onSave(text.trim()))) onClose()
    else setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation() // the drawer stays open
    if (event.key === 'Enter') void save()
    else onClose()
  }
  return (
    <span className={styles.edit}>
      <TextInput
        size="s"
        autoFocus
        maxLength={longest}
        aria-label={t('remark.label', { time })}
        value={text}
        readOnly={busy}
        onValue={setText}
        onKeyDown={onKeyDown}
      />
      <IconButton size="s" label={t('remark.save')} busy={busy} onClick={() => void save()}>
        <CheckIcon />
      </IconButton>
      <IconButton size="s" label={t('remark.cancel')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </span>
  )
}

/** Shows how many lines a version added and removed. */
function SizeOfChange({ size }: { size: ChangeSize }) {
  const { t } = useTranslation('page-history')
  const { added, removed } = size
  if (added === 0 && removed === 0) return <span className={styles.size}>{t('size.none')}</span>
  return (
    <span className={styles.size}>
      <span aria-hidden="true" data-sign="+">
        +{formatCount(added)}
      </span>{' '}
      <span aria-hidden="true" data-sign="-">
        −{formatCount(removed)}
      </span>
      <span className="visually-hidden">
        {t('size.added', { count: added })}, {t('size.removed', { count: removed })}
      </span>
    </span>
  )
}

/** One version in the timeline: who saved it when, what changed, and its actions. */
function VersionRow(props: {
  author: string
  /** In Unix seconds. */
  save_time: string
  size: ChangeSize | undefined
  isCurrent?: boolean
  /** A box that selects it for a comparison. */
  box?: ReactNode
  remark?: ReactNode
  menu?: ReactNode
  onOpen?: () => void
}) {
  const { author, save_time, size, isCurrent, box, remark, menu, onOpen } = props
  const { t } = useTranslation('page-history')
  const time = formatTime(save_time)
  const inside = (
    <>
      <span className={styles.author}>{author}</span>
      <time className={styles.time} title={exactTime(save_time)}>
        {time}
      </time>
    </>
  )
  return (
    <li className={styles.version} data-current={isCurrent || undefined}>
      {box ?? <Avatar name={author} size={28} />}
      <div className={styles.facts}>
        <div className={styles.line}>
          {onOpen ? (
            <button type="button" className={styles.open} onClick={onOpen}>
              {inside}
              <span className="visually-hidden">{t('menu.show')}</span>
            </button>
          ) : (
            <span className={styles.open}>{inside}</span>
          )}
          {isCurrent && <Badge tone="accent">{t('current')}</Badge>}
          {size && <SizeOfChange size={size} />}
        </div>
        {remark}
      </div>
      {menu}
    </li>
  )
}

/** Lists the versions of a page by day, the current one first. */
export function TimelineView(props: {
  timeline: Timeline
  sizes: readonly ChangeSize[]
  /** Selected for a comparison; undefined while nothing can be selected. */
  chosen: readonly string[] | undefined
  onChosen: (chosen: string[]) => void
  onPreview: (version: Version) => void
  /** Restores a version; omitted where nothing can be changed. */
  onRestore: ((version: Version) => void) | undefined
}) {
  const { timeline, sizes, chosen, onChosen, onPreview, onRestore } = props
  const { page, versions } = timeline
  const { t } = useTranslation('page-history')
  const [remarks, setRemarks] = useState<Record<string, string>>({})
  const [edited, setEdited] = useState<string>()
  const saveRemark = useSetAtom(saveVersionNoteAtom)
  const write = async ({ page_history_id }: Version, remark: string) => {
    try {
      await saveRemark(page.page_id, page_history_id, remark)
      setRemarks((known) => ({ ...known, [page_history_id]: remark }))
      return true
    } catch (error) {
      toast.error(errorText(error))
      return false
    }
  }
  const compare = (page_history_id: string, other?: string) =>
    window.open(href(diffPath(page.page_id, page_history_id, other)), '_blank', 'noopener')
  const entriesOf = (version: Version): MenuEntry[] => {
    const before = versions[versions.indexOf(version) + 1]
    const { page_history_id } = version
    return [
      { id: 'show', label: t('menu.show'), icon: <ShowIcon />, onSelect: () => onPreview(version) },
      {
        id: 'current',
        label: t('compare.current'),
        icon: <ExternalIcon />,
        onSelect: () => compare(page_history_id),
      },
      ...(before
        ? [
            {
              id: 'before',
              label: t('compare.before'),
              icon: <ExternalIcon />,
              onSelect: () => compare(before.page_history_id, page_history_id),
            },
          ]
        : []),
      ...(onRestore ? actionsOf(version, onRestore) : []),
    ]
  }
  const actionsOf = (version: Version, restore: (version: Version) => void): MenuEntry[] => {
    const { page_history_id } = version
    return [
      {
        id: 'remark',
        label: t((remarks[page_history_id] ?? version.page_comments) ? 'remark.edit' : 'remark.add'),
        icon: <EditIcon />,
        // once the menu has closed and no longer holds the focus
        onSelect: () => window.setTimeout(() => setEdited(page_history_id), menuGoneMs),
      },
      { kind: 'separator', id: 'end' },
      { id: 'restore', label: t('restore.this'), icon: <RefreshIcon />, onSelect: () => restore(version) },
    ]
  }
  const days = groupByDay(versions)
  const [today] = days
  const current = (
    <VersionRow
      key="current"
      author={getAuthorName(page)}
      save_time={page.save_time}
      size={sizes[0]}
      isCurrent
      remark={page.page_comments && <span className={styles.words}>{page.page_comments}</span>}
    />
  )
  const rowOf = (version: Version) => {
    const { page_history_id, save_time, page_comments } = version
    const author = getAuthorName(version)
    const time = formatTime(save_time)
    const remark = remarks[page_history_id] ?? page_comments
    const isChosen = chosen?.includes(page_history_id) ?? false
    const choose = (on: boolean) =>
      onChosen(
        on ? [...(chosen ?? []), page_history_id].slice(-2) : (chosen ?? []).filter((id) => id !== page_history_id),
      )
    return (
      <VersionRow
        key={page_history_id}
        author={author}
        save_time={save_time}
        size={sizes[versions.indexOf(version) + 1]}
        onOpen={() => onPreview(version)}
        box={
          chosen && (
            <span className={styles.box}>
              <Checkbox label={t('choose', { author, time })} hideLabel checked={isChosen} onChecked={choose} />
            </span>
          )
        }
        remark={
          edited === page_history_id ? (
            <VersionNoteField
              remark={remark}
              time={time}
              onSave={(next) => write(version, next)}
              onClose={() => setEdited((now) => (now === page_history_id ? undefined : now))}
            />
          ) : (
            remark && <span className={styles.words}>{remark}</span>
          )
        }
        menu={
          <Menu
            align="end"
            trigger={
              <IconButton size="s" label={t('menu.label', { author, time })}>
                <MoreIcon />
              </IconButton>
            }
            entries={entriesOf(version)}
          />
        }
      />
    )
  }
  const isAlone = !today || !isSameDay(page.save_time, today.key)
  return (
    <div className={styles.timeline}>
      {isAlone && (
        <section>
          <h3 className={styles.day}>{formatLongDay(page.save_time)}</h3>
          <ol className={styles.list}>{current}</ol>
        </section>
      )}
      {days.map((day, at) => (
        <section key={day.key}>
          <h3 className={styles.day}>{formatLongDay(day.at)}</h3>
          <ol className={styles.list}>
            {at === 0 && !isAlone && current}
            {day.versions.map(rowOf)}
          </ol>
        </section>
      ))}
    </div>
  )
}
