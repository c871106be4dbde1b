/** Does something again and again beside other work, which ends it. @throws what either throws */
export async function beside<T>(again: (n: number) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let over = false;
  const going = (async () => {
    for (let n = 0; !over; n++) await again(n);
  })();
  going.catch(() => {}); // told once the work has ended
  try {
    return await work();
  } finally {
    over = true;
    await going;
  }
}
