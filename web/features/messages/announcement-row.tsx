import { useId, useLayoutEffect, useRef, useState } from 'react'
import { sanitize } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import styles from './message.module.css'
import { MessageRow } from './message-row.tsx'
import type { Announcement } from './messages.ts'
import { plainText } from './plain-text.ts'

/** The text of an announcement, sanitized again: the server allows only a few tags. */
function Text({ html, id }: { html: string; id: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.replaceChildren(sanitize(html))
  }, [html])
  return <div ref={box} id={id} className={styles.announcement} />
}

/** Row with the beginning of an announcement; expands in place. */
export function AnnouncementRow(props: {
  announcement: Announcement
  isNew: boolean
  /** Whether it is expanded at first. */
  opens: boolean
  onRemove: () => void
}) {
  const { announcement, isNew, opens, onRemove } = props
  const { t } = useTranslation('message')
  const [open, setOpen] = useState(opens)
  const id = useId()
  const words = plainText(announcement.message_content)
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon
  return (
    <MessageRow
      from={announcement.from_name}
      name={words.slice(0, 40)}
      isNew={isNew}
      addtime={announcement.addtime}
      place={<span>{announcement.from_name}</span>}
      onRemove={onRemove}
    >
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((now) => !now)}
      >
        <Chevron />
        <span data-open={open || undefined}>{open ? t('announcement') : words}</span>
      </button>
      {open && <Text html={announcement.message_content} id={id} />}
    </MessageRow>
  )
}
