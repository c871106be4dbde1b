import java.nio.file.Path;
import java.util.Map;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;

/** One node of OpenSearch without its distribution, for development and tests. Arguments: its settings, as name=value. */
public final class LocalNode extends Node {
    private LocalNode(Settings settings, Path home) {
        super(
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home, () -> "local"),
            Plugins.ALL,
            true);
    }

    public static void main(String[] arguments) throws Exception {
        Settings.Builder settings = Settings.builder();
        for (String argument : arguments) {
            int at = argument.indexOf('=');
            settings.put(argument.substring(0, at), argument.substring(at + 1));
        }
        Settings built = settings.build();
        LogConfigurator.configureWithoutConfig(built);
        LocalNode node = new LocalNode(built, Path.of(built.get("path.home")));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                node.close();
            } catch (Exception error) {
                error.printStackTrace();
            }
        }));
        node.start();
        // The parent ends, or lets go of the pipe: nobody is left who would stop this node.
        while (System.in.read() >= 0) {}
        System.exit(0);
    }
}
