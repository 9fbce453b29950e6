import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { highlight, sanitizeCode } from '#web/features/page/markdown/index.tsx'
import styles from './code-view.module.css'
import type { DrawMatches, MatchHighlighter, TextMatches } from './find.ts'

// Longer texts are not highlighted: that would block the page.
const mostColoured = 200_000

/** Code block, highlighted when its language is known. @param props.find marks matches: readers load no search */
export function CodeView(props: {
  code: string
  language: string
  label: string
  find?: DrawMatches
  ref?: Ref<MatchHighlighter>
}) {
  const { code, language, label, find, ref } = props
  const box = useRef<HTMLElement>(null)
  const found = useRef<{ of: TextMatches; clear: () => void }>(undefined)
  const [coloured, setColoured] = useState('')
  const draw = useCallback(
    (wanted: TextMatches) => {
      const frame = box.current?.parentElement
      if (box.current && frame && find) found.current = { of: wanted, clear: find(box.current, wanted, frame) }
    },
    [find],
  )
  useImperativeHandle(ref, () => ({
    draw,
    clear: () => {
      found.current?.clear()
      found.current = undefined
    },
  }))
  useEffect(() => {
    const node = box.current
    if (!node) return
    node.textContent = code
    if (found.current) draw(found.current.of)
    let isStale = false
    if (language !== '' && code.length <= mostColoured)
      void highlight(code, language).then((html) => {
        if (isStale || html === undefined) return
        node.replaceChildren(sanitizeCode(html))
        setColoured(code)
      })
    return () => {
      isStale = true
    }
  }, [code, language, draw])
  useEffect(() => {
    // highlighting has replaced the text nodes
    if (found.current) draw(found.current.of)
  }, [coloured, draw])
  return (
    <pre className={styles.code} tabIndex={0} aria-label={label} data-coloured={coloured === code || undefined}>
      <code className="hljs" ref={box} />
    </pre>
  )
}
