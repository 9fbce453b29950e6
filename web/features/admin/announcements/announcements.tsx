import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useLayoutEffect, useRef, useState } from 'react'
import { sanitize } from '#web/features/page/markdown/index.tsx'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { exactTime, relativeTime, toDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useQueryState } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { AnnounceIcon } from '#web/ui/screen-icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { addressQuery, parsePage, useConsoleAddress } from '../address.ts'
import { QueryBoundary } from '../query-boundary.tsx'
import styles from './announcements.module.css'
import { type Chosen, type MarkUp, markUp } from './mark-up.ts'
import { fieldTime, futureSeconds, nextHour } from './schedule.ts'

/** An announcement, as the server lists it; `addtime` is the time of publication. */
type Announcement = Awaited<ReturnType<typeof api.adminMessage.listAnnouncements>>[number]

/** Announcements per page. */
const announcementCount = 20

/** The announcements that the URL query selects, including scheduled ones. */
const announcementsAtom = addressQuery(['page'], (query) =>
  api.adminMessage.listAnnouncements({ page: parsePage(query), count: announcementCount }),
)

/** Publishes an announcement. @param sendAt Unix seconds; 0 for now */
const announceAtom = atom(null, async (get, set, message_content: string, sendAt: number) => {
  await api.adminMessage.addAnnouncement({ message_content, send_at: sendAt })
  await set(get(announcementsAtom))
})

/** Withdraws an announcement: it is no longer visible to anyone. */
const withdrawAnnouncementAtom = atom(null, async (get, set, { id }: Announcement) => {
  try {
    await api.adminMessage.deleteAnnouncement({ id })
  } finally {
    await set(get(announcementsAtom))
  }
})

// The tags that the server allows.
const allowed = new Set('P BR UL OL LI STRONG B EM I CODE PRE H1 H2 H3 H4 BLOCKQUOTE A'.split(' '))
const blocks = new Set('P BR UL OL LI PRE H1 H2 H3 H4 BLOCKQUOTE'.split(' '))

const isBlock = (node: Node | null) => node === null || blocks.has(node.nodeName)

/** Replaces line breaks in a text with `<br>`, except next to a block element, which breaks the line itself. */
function withBreaks(node: Text): void {
  let text = node.data
  if (isBlock(node.previousSibling)) text = text.trimStart()
  if (isBlock(node.nextSibling)) text = text.trimEnd()
  const parts = text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [document.createElement('br'), line]))
  node.replaceWith(...parts)
}

/** Returns an announcement as its readers see it: only the tags that the server allows, line breaks as `<br>`. */
function announcementNodes(html: string): DocumentFragment {
  const fragment = sanitize(html)
  for (const element of [...fragment.querySelectorAll('*')].reverse()) {
    if (!allowed.has(element.tagName)) element.replaceWith(...element.childNodes)
    else
      for (const name of element.getAttributeNames())
        if (!/^(?:href|rel|target)$/.test(name)) element.removeAttribute(name)
  }
  fragment.normalize()
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) if (!text.parentElement?.closest('pre')) withBreaks(text)
  return fragment
}

/** An announcement as its readers see it. */
function AnnouncementBody({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.replaceChildren(announcementNodes(html))
  }, [html])
  return <div ref={box} className={styles.body} dir="auto" />
}

/** One announcement: its time, its text, and a button to withdraw it. */
function AnnouncementRow({ announcement, onTakeBack }: { announcement: Announcement; onTakeBack: () => void }) {
  const { t } = useTranslation('admin')
  const { addtime, message_content } = announcement
  const [now] = useState(Date.now)
  const isFuture = (toDate(addtime)?.getTime() ?? 0) > now
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {isFuture && <Badge tone="info">{t('announce.isScheduled')}</Badge>}
        <time className={styles.date} title={exactTime(addtime)}>
          {isFuture ? exactTime(addtime) : relativeTime(addtime)}
        </time>
        <Button size="s" variant="ghost" onClick={onTakeBack}>
          {t('announce.takeBack')}
        </Button>
      </div>
      <AnnouncementBody html={message_content} />
    </li>
  )
}

const buttons: readonly MarkUp[] = ['bold', 'italic', 'heading', 'list', 'link']

/** Text field for an announcement, with buttons for the few tags that are allowed. */
function AnnouncementField(props: { value: string; onValue: (text: string) => void; error: string | undefined }) {
  const { value, onValue, error } = props
  const { t } = useTranslation('admin')
  const box = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef<Chosen>(undefined)
  useLayoutEffect(() => {
    const { current } = wanted
    if (!current || current.text !== value) return
    wanted.current = undefined
    box.current?.focus()
    box.current?.setSelectionRange(current.start, current.end)
  }, [value])
  const apply = (how: MarkUp) => {
    const { selectionStart = value.length, selectionEnd = value.length } = box.current ?? {}
    wanted.current = markUp({ text: value, start: selectionStart, end: selectionEnd }, how)
    onValue(wanted.current.text)
  }
  return (
    <Field label={t('announce.text')} help={t('announce.textHelp')} error={error}>
      <div className={styles.tools} role="group" aria-label={t('announce.tools')}>
        {buttons.map((how) => (
          <Button key={how} size="s" onClick={() => apply(how)}>
            {t(`announce.mark.${how}`)}
          </Button>
        ))}
      </div>
      <Textarea ref={box} rows={9} maxLength={20_000} value={value} onValue={onValue} dir="auto" />
    </Field>
  )
}

/** Dialog to write an announcement: text, preview and time of publication. */
function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const announce = useSetAtom(announceAtom)
  const [text, setText] = useState('')
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [time, setTime] = useState(() => nextHour())
  const [earliest] = useState(() => fieldTime(new Date()))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ box: 'text' | 'time' | 'form'; why: LocalizedText }>()
  const errorAt = (box: 'text' | 'time') => (problem?.box === box ? problem.why.text : undefined)
  const submit = async () => {
    if (busy) return
    if (text.trim() === '')
      return setProblem({ box: 'text', why: localized(() => i18next.t('admin:announce.textMissing')) })
    const sendAt = when === 'now' ? 0 : futureSeconds(time)
    if (sendAt === undefined)
      return setProblem({ box: 'time', why: localized(() => i18next.t('admin:announce.timePast')) })
    setBusy(true)
    setProblem(undefined)
    try {
      await announce(text, sendAt)
      close()
      toast.ok(localized(() => i18next.t(when === 'now' ? 'admin:announce.sent' : 'admin:announce.scheduled')))
    } catch (error) {
      setProblem({ box: 'form', why: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="l"
      onClose={onClose}
      title={t('announce.new')}
      note={t('announce.audience')}
      dirty={text !== ''}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(when === 'now' ? 'announce.send' : 'announce.schedule')}
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        <AnnouncementField value={text} onValue={setText} error={errorAt('text')} />
        <section className={styles.preview} aria-label={t('announce.preview')}>
          <h3>{t('announce.preview')}</h3>
          {text.trim() === '' ? (
            <p className={styles.hint}>{t('announce.previewEmpty')}</p>
          ) : (
            <AnnouncementBody html={text} />
          )}
        </section>
      </div>
      <div className={styles.when}>
        <RadioGroup
          label={t('announce.when')}
          value={when}
          onValue={setWhen}
          options={[
            { value: 'now', label: t('announce.now') },
            { value: 'later', label: t('announce.later') },
          ]}
        />
        {when === 'later' && (
          <Field label={t('announce.time')} help={t('announce.timeHelp')} error={errorAt('time')}>
            <TextInput className={styles.time} type="datetime-local" value={time} min={earliest} onValue={setTime} />
          </Field>
        )}
        {problem?.box === 'form' && <Banner tone="danger">{problem.why.text}</Banner>}
      </div>
    </Dialog>
  )
}

/** Published and scheduled announcements: written, scheduled, withdrawn. */
export function Announcements() {
  const { t } = useTranslation('admin')
  const { query, step } = useConsoleAddress()
  const announcements = useQueryState(useAtomValue(announcementsAtom))
  const takeBack = useSetAtom(withdrawAnnouncementAtom)
  const [isWriting, setWriting] = useState(false)
  const [doomed, setDoomed] = useState<Announcement>()
  const page = parsePage(query)
  const write = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setWriting(true)}>
      {t('announce.new')}
    </Button>
  )
  return (
    <ScreenFrame title={t('section.announcements')} note={t('announce.note')} actions={write}>
      <QueryBoundary query={announcements}>
        {(list) => (
          <>
            {list.length === 0 && (
              <EmptyState
                icon={<AnnounceIcon data-size="32" />}
                text={t(page === 1 ? 'announce.none' : 'announce.noMore')}
              />
            )}
            <ul className={styles.list}>
              {list.map((one) => (
                <AnnouncementRow key={one.id} announcement={one} onTakeBack={() => setDoomed(one)} />
              ))}
            </ul>
            {(page > 1 || list.length === announcementCount) && (
              <div className={styles.pages}>
                <Button disabled={page === 1} onClick={() => step({ page: page === 2 ? '' : `${page - 1}` })}>
                  {t('announce.newer')}
                </Button>
                <Button disabled={list.length < announcementCount} onClick={() => step({ page: `${page + 1}` })}>
                  {t('announce.older')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryBoundary>
      {isWriting && <AnnouncementDialog onClose={() => setWriting(false)} />}
      <ConfirmDialog
        open={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t('announce.takeBackTitle')}
        action={t('announce.takeBack')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          if (!doomed) return
          await takeBack(doomed)
          setDoomed((now) => (now === doomed ? undefined : now))
          toast.ok(localized(() => i18next.t('admin:announce.takenBack')))
        }}
      >
        {t('announce.takeBackText')}
      </ConfirmDialog>
    </ScreenFrame>
  )
}
