// The application behind the snippets: a few foos in memory.
export interface Foo {
  id: number;
  name: string;
  related_count: number;
  version: number;
}

const foos = new Map<number, Foo>();
const deletions: number[] = [];

export const db = {
  getFoo: async (id: number): Promise<Foo | undefined> => foos.get(id),
  async deleteFoo(id: number): Promise<Foo> {
    const foo = foos.get(id);
    if (!foo) throw new Error(`No foo ${id}`);
    foos.delete(id);
    deletions.push(id);
    return foo;
  },
  /** For tests: as if nothing had ever happened. */
  reset(): void {
    foos.clear();
    foos.set(7, { id: 7, name: "seven", related_count: 3, version: 1 });
    deletions.length = 0;
  },
  deletions: (): readonly number[] => deletions,
};

db.reset();
