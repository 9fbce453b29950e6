declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css'
declare module '*.svg' {
  const address: string
  export default address
}

declare module '*.webp' {
  const address: string
  export default address
}

declare module '*.md' {
  const text: string
  export default text
}

/** The address of a script that runs in a worker; see build/worker-plugin.ts. */
declare module '*?thread' {
  const address: string
  export default address
}
