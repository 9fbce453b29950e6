import { type Ref, useEffect, useRef, useState } from 'react'
import { highlight, sanitizeCode } from '#web/features/markdown/index.tsx'
import styles from './call.module.css'

// Longer texts stay without colours: they would hold the window up.
const mostColoured = 200_000

/** A text as code, in colours where its language is known. */
export function CodeView(props: { code: string; language: string; label: string; ref?: Ref<HTMLElement> }) {
  const { code, language, label, ref } = props
  const box = useRef<HTMLElement>(null)
  const [coloured, setColoured] = useState('')
  useEffect(() => {
    const node = box.current
    if (!node) return
    node.textContent = code
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
  }, [code, language])
  return (
    <pre className={styles.code} tabIndex={0} aria-label={label} data-coloured={coloured === code || undefined}>
      <code
        className="hljs"
        ref={(node) => {
          box.current = node
          if (typeof ref === 'function') ref(node)
          else if (ref) ref.current = node
        }}
      />
    </pre>
  )
}
