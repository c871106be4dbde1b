import java.util.List;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/** What a node of OpenSearch 2 needs beside its core, as it takes it. */
final class Plugins {
    static final List<Class<? extends Plugin>> ALL = List.of(Netty4Plugin.class, CommonAnalysisPlugin.class);
}
