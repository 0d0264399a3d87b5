import { Tier2, Tier2Module } from "@holdpoint/tier2-nest";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { Controller, Delete, type ExecutionContext, Module, Param, ParseIntPipe } from "@nestjs/common";

const foos = new Map([[7, { name: "Alpha" }]]);

@Controller("foos")
export class FoosController {
  @Delete(":id")
  @Tier2({ preview: "previewRemove", category: "delete" })
  remove(@Param("id", ParseIntPipe) id: number) {
    return { found: foos.delete(id) };
  }

  previewRemove(id: number) {
    return { summary: `Will delete foo '${foos.get(id)?.name}'`, preview: { id } };
  }
}

// From what your guards or middleware verified and put there. Without a requester the call is refused.
const requester = (context: ExecutionContext) =>
  context.switchToHttp().getRequest<{ user?: { tokenId: string } }>().user;

@Module({
  imports: [Tier2Module.forRoot({ store: memoryStore(), server: "foos", requester })],
  controllers: [FoosController],
})
export class AppModule {}
