/** TIER2_FAULTS makes each fault happen so many times; once by default, which is enough to see a guard missing. */
const times = Number(process.env.TIER2_FAULTS ?? 1);

export const timesOver = Object.assign(
  async (work: () => Promise<void>): Promise<void> => {
    for (let time = 0; time < times; time += 1) await work();
  },
  { times },
);
