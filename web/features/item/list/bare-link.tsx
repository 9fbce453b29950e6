import type { ComponentProps } from 'react'
import { href, navigate } from '#web/lib/route.ts'

/**
 * An internal link for long lists: it does not subscribe to the location, so that navigation re-renders none of them.
 */
export function BareLink({ to, ...rest }: ComponentProps<'a'> & { to: string }) {
  return (
    <a
      {...rest}
      href={href(to)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        navigate(to)
      }}
    />
  )
}
