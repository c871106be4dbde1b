import java.util.List;
import org.opensearch.Version;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/** What a node of OpenSearch 3 needs beside its core, as it takes it. */
final class Plugins {
    static final List<PluginInfo> ALL = List.of(infoOf(Netty4ModulePlugin.class), infoOf(CommonAnalysisModulePlugin.class));

    private static PluginInfo infoOf(Class<? extends Plugin> plugin) {
        String java = String.valueOf(Runtime.version().feature());
        String name = plugin.getName();
        return new PluginInfo(name, "of the class path", "", Version.CURRENT, java, name, List.of(), false);
    }
}
