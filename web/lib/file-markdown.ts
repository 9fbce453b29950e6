const targetOf = (url: string) => (/[\s()<>]/.test(url) ? `<${url.replace(/[<>\r\n]/g, encodeURIComponent)}>` : url)

const words = (name: string) => name.replace(/[[\]\\`*_<>\s]+/g, ' ').trim()

/** Returns the name of an image as its alt text: without its extension, on one line and without Markdown characters. */
export const nameWithoutExtension = (name: string): string => words(name.replace(/\.[a-z0-9]{1,5}$/i, ''))

/** Returns the Markdown for an image. The name becomes its alt text. */
export const imageMarkdown = (name: string, url: string): string => `![${nameWithoutExtension(name)}](${targetOf(url)})`

/** Returns the Markdown for a link to a file, labelled with the file's name. */
export const fileLinkMarkdown = (name: string, url: string): string => `[${words(name) || url}](${targetOf(url)})`
