import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './call.module.css'
import { findMatches, type MatchHighlighter } from './find.ts'

/** Search bar for a displayed text, with next and previous. */
export function FindBar({ drawingOf, text }: { drawingOf: () => MatchHighlighter | null; text: string }) {
  const { t } = useTranslation('api-call')
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const hits = findMatches(text, words)
  const current = hits.length === 0 ? 0 : ((at % hits.length) + hits.length) % hits.length
  const latest = useRef(drawingOf)
  useEffect(() => {
    latest.current = drawingOf
  })
  useEffect(() => {
    const drawing = latest.current()
    if (words === '' || !drawing) return
    drawing.draw({ query: words, positions: findMatches(text, words), current })
    return () => drawing.clear()
  }, [text, words, current])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setAt(current + (event.shiftKey ? -1 : 1))
  }
  return (
    <div className={styles.find} role="search">
      <TextInput
        size="s"
        icon={<SearchIcon />}
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        value={words}
        onValue={(next) => {
          setWords(next)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {words !== '' && (
        <>
          <span className={styles.count} role="status">
            {hits.length === 0 ? t('find.none') : `${current + 1}/${hits.length}`}
          </span>
          <IconButton size="s" label={t('find.before')} disabled={hits.length < 2} onClick={() => setAt(current - 1)}>
            <ChevronUpIcon />
          </IconButton>
          <IconButton size="s" label={t('find.next')} disabled={hits.length < 2} onClick={() => setAt(current + 1)}>
            <ChevronDownIcon />
          </IconButton>
        </>
      )}
    </div>
  )
}
