/** A picture as its file says it is, without what cameras and programs write beside it. */
export interface Bare {
  width: number
  height: number
  content: Buffer
}

/** How files of one kind are known by what they begin with, and read. */
export interface PictureFormat {
  isOne(file: Buffer): boolean
  /** Undefined when it is not whole, or moves. */
  bare(file: Buffer): Bare | undefined | Promise<Bare | undefined>
}
